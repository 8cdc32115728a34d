// Mantine's style sheets for the controls that the app's screens share. The editor loads them after the newsletter. A screen that uses
// another control imports its `…layer.css` itself. Order matters: some sheets build on others.
import './dialog-controls.ts';
import './field-controls.ts';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';
import '@mantine/core/styles/Progress.layer.css';
import '@mantine/core/styles/Slider.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/core/styles/ColorPicker.layer.css';
import '@mantine/core/styles/ColorInput.layer.css';
