package dev.tenon.cli.argument;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.uri.HttpUrls;
import java.net.URI;

/** The URL of a server, as the user wrote it. */
public final class ServerUrlParser {
    private ServerUrlParser() {}

    /**
     * Reads it.
     *
     * @param how what to write instead, for the message when it is not such a URL
     */
    public static URI parse(String text, String how) {
        URI url = HttpUrls.parse(text);
        if (url == null) {
            throw invalidUrl(text, how);
        }
        return url;
    }

    /** Says that a text is not the URL of a server. */
    public static CommandFailedException invalidUrl(String text, String how) {
        return CommandFailedException.usageError("'" + TextEscaper.escapeLine(text) + "' is no URL of a server." + how);
    }
}
