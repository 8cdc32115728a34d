/** The styles of every screen, public pages included; components bring their own. The order matters. */
import './global.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '#web/app/tokens.css';
import './controls.css';
import './forced-colors.css';
import './low-screens.css';
