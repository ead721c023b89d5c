package dev.tenon.cli;

import dev.tenon.cli.exit.FailureException;
import java.net.URI;
import java.util.Locale;
import java.util.Set;

/** Where the guarded server is: a command behind {@code --}, or a URL. */
final class GuardTargets {
    private static final String HOW =
            " Write --upstream http://HOST:PORT/PATH, or the command that starts the server at"
                    + " the end, behind --.";
    private static final Set<String> SCHEMES = Set.of("http", "https", "ws", "wss");

    private GuardTargets() {}

    /** The URL of a server. */
    static URI url(String text) {
        try {
            URI url = URI.create(text);
            String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
            if (SCHEMES.contains(scheme) && url.getHost() != null) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            throw noUrl(text);
        }
        throw noUrl(text);
    }

    private static FailureException noUrl(String text) {
        return FailureException.misused("'" + text + "' is no URL of a server." + HOW);
    }

    /** Nothing was written, or both. */
    static FailureException unclear(boolean both) {
        return FailureException.misused(
                (both ? "One server is guarded, and two are named." : "The server to guard is missing.") + HOW);
    }
}
