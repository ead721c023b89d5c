package dev.tenon.oauth.client.internal.login;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Opens pages with the default browser of the operating system. The URL is passed as one argument, without a shell. */
public final class SystemBrowser {
    private static final int LAUNCH_TIMEOUT_SECONDS = 3;

    private SystemBrowser() {}

    /** Shows a page; returns false if it could not be shown. */
    public static boolean open(URI page) {
        String scheme = String.valueOf(page.getScheme()).toLowerCase(Locale.ROOT);
        if (!Set.of("https", "http").contains(scheme) || page.getHost() == null) {
            throw new IllegalArgumentException("Not a URL for a browser: it must begin with http or https");
        }
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        if (!hasDisplay(system, System.getenv())) {
            return false;
        }
        try {
            Process opener = new ProcessBuilder(command(system, page.toASCIIString()))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            // Some opener programs run until the browser exits.
            return !opener.waitFor(LAUNCH_TIMEOUT_SECONDS, TimeUnit.SECONDS) || opener.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Returns whether there is a display. Without one, the opener could start a text browser in the terminal. */
    public static boolean hasDisplay(String system, Map<String, String> environment) {
        return system.startsWith("windows")
                || system.startsWith("mac")
                || environment.containsKey("DISPLAY")
                || environment.containsKey("WAYLAND_DISPLAY");
    }

    /** Returns the program of the operating system and its arguments. */
    public static List<String> command(String system, String url) {
        if (system.startsWith("windows")) {
            return List.of("rundll32", "url.dll,FileProtocolHandler", url);
        }
        return List.of(system.startsWith("mac") ? "open" : "xdg-open", url);
    }
}
