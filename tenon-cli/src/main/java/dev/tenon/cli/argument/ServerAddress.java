package dev.tenon.cli.argument;

import dev.tenon.cli.exit.FailureException;
import dev.tenon.cli.screen.Visible;
import dev.tenon.uri.HttpUrls;
import java.net.URI;

/** The URL of a server, as the user wrote it. */
public final class ServerAddress {
    private ServerAddress() {}

    /**
     * Reads it.
     *
     * @param how what to write instead, for the message when it is not such a URL
     */
    public static URI read(String text, String how) {
        URI url = HttpUrls.parse(text);
        if (url == null) {
            throw wrong(text, how);
        }
        return url;
    }

    /** Says that a text is not the URL of a server. */
    public static FailureException wrong(String text, String how) {
        return FailureException.misused("'" + Visible.line(text) + "' is no URL of a server." + how);
    }
}
