package dev.tenon.cli.argument;

import dev.tenon.cli.exit.FailureException;
import dev.tenon.cli.screen.Visible;
import java.net.URI;
import java.util.Locale;
import java.util.Set;

/** The URL of a server, as the user wrote it. */
public final class ServerAddress {
    private static final Set<String> SCHEMES = Set.of("http", "https", "ws", "wss");

    private ServerAddress() {}

    /**
     * Reads it.
     *
     * @param how what to write instead, for the message when it is not such a URL
     */
    public static URI read(String text, String how) {
        try {
            URI url = URI.create(text);
            String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
            if (SCHEMES.contains(scheme) && url.getHost() != null && url.getRawUserInfo() == null) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            throw wrong(text, how);
        }
        throw wrong(text, how);
    }

    /** Says that a text is not the URL of a server. */
    public static FailureException wrong(String text, String how) {
        return FailureException.misused("'" + Visible.line(text) + "' is no URL of a server." + how);
    }
}
