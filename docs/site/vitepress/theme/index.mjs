// The default theme of VitePress with the fonts of the system and our colours.
import DefaultTheme from "vitepress/theme-without-fonts";
import "./style.css";

export default DefaultTheme;
