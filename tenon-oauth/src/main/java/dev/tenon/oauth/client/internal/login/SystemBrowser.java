package dev.tenon.oauth.client.internal.login;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Opens pages as the operating system does. The URL is one argument of a program, and no shell sees it. */
public final class SystemBrowser {
    private static final int LAUNCH_TIMEOUT_SECONDS = 3;

    private SystemBrowser() {}

    /** Shows a page; false when it could not be shown. */
    public static boolean open(URI page) {
        String scheme = String.valueOf(page.getScheme()).toLowerCase(Locale.ROOT);
        if (!Set.of("https", "http").contains(scheme) || page.getHost() == null) {
            throw new IllegalArgumentException("Not a page for a browser: it begins with neither http nor https");
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
            // Some openers stay until the browser ends.
            return !opener.waitFor(LAUNCH_TIMEOUT_SECONDS, TimeUnit.SECONDS) || opener.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Without a screen the opener may take the terminal for a browser of text. */
    public static boolean hasDisplay(String system, Map<String, String> environment) {
        return system.startsWith("windows")
                || system.startsWith("mac")
                || environment.containsKey("DISPLAY")
                || environment.containsKey("WAYLAND_DISPLAY");
    }

    /** The program of that operating system, and its arguments. */
    public static List<String> command(String system, String url) {
        if (system.startsWith("windows")) {
            return List.of("rundll32", "url.dll,FileProtocolHandler", url);
        }
        return List.of(system.startsWith("mac") ? "open" : "xdg-open", url);
    }
}
