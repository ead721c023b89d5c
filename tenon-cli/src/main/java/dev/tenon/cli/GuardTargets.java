package dev.tenon.cli;

import dev.tenon.cli.exit.FailureException;
import dev.tenon.client.CommandTarget;
import dev.tenon.client.HttpTarget;
import dev.tenon.client.Target;
import java.net.URI;
import java.util.List;
import java.util.Locale;

/** Where the guarded server is: a command behind {@code --}, or a URL. */
final class GuardTargets {
    private static final String HOW =
            " Write --upstream http://HOST:PORT/PATH, or the command that starts the server at"
                    + " the end, behind --.";

    private GuardTargets() {}

    /** A server that is started; what it prints to standard error goes to ours. */
    static CommandTarget command(List<String> command) {
        return CommandTarget.of(command).withErrors(System.err::println);
    }

    /** A server at a URL. */
    static Target url(String text, boolean sse, List<String> headers) {
        String scheme = text.replaceFirst("://.*", "").toLowerCase(Locale.ROOT);
        try {
            URI uri = URI.create(text);
            HttpTarget target =
                    switch (scheme) {
                        case "ws", "wss" -> Target.webSocket(uri);
                        case "http", "https" -> sse ? Target.httpSse(uri) : Target.http(uri);
                        default -> throw FailureException.misused("'" + text + "' is no URL of a server." + HOW);
                    };
            for (String header : headers) {
                target = withHeader(target, header);
            }
            return target;
        } catch (IllegalArgumentException e) {
            throw FailureException.misused("'" + text + "' is no URL of a server." + HOW);
        }
    }

    private static HttpTarget withHeader(HttpTarget target, String header) {
        int colon = header.indexOf(':');
        if (colon < 1) {
            throw FailureException.misused("--header " + header + " is no header. Write NAME:VALUE.");
        }
        return target.withHeader(
                header.substring(0, colon).strip(), header.substring(colon + 1).strip());
    }

    /** Nothing was written, or both. */
    static FailureException unclear(boolean both) {
        return FailureException.misused(
                (both ? "One server is guarded, and two are named." : "The server to guard is missing.") + HOW);
    }
}
