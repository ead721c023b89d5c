package dev.tenon.cli.argument;

import static dev.tenon.cli.terminal.TextEscaper.escapeLine;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.uri.HttpUrls;
import java.net.URI;

/** Parses the URLs of servers. */
public final class ServerUrlParser {
    private ServerUrlParser() {}

    /**
     * Parses the URL.
     *
     * @param advice the advice for the error message, with a leading space
     */
    public static URI parse(String text, String advice) {
        URI url = HttpUrls.parse(text);
        if (url == null) {
            throw invalidUrl(text, advice);
        }
        return url;
    }

    /** Creates the error for a text that is not a server URL. */
    public static CommandFailedException invalidUrl(String text, String advice) {
        return CommandFailedException.usageError("'" + escapeLine(text) + "' is not a server URL." + advice);
    }
}
