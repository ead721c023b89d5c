package dev.tenon.cli.client;

import dev.tenon.cli.argument.HeaderOptionParser;
import dev.tenon.cli.argument.ServerUrlParser;
import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.login.OAuthClientFactory;
import dev.tenon.client.endpoint.CommandTarget;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.endpoint.ServerTarget;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** Creates the target from a URL, or from a command after {@code --}. */
final class TargetParser {
    private static final String ADVICE =
            " Write http://HOST:PORT/PATH, or the command that starts the server at the end, after --.";

    private TargetParser() {}

    /** Returns the target for a server process, whose standard error goes to {@code errors}. */
    static ServerTarget parseCommand(List<String> command, ServerOptions options, Consumer<String> errors) {
        if (!options.headers.isEmpty() || options.sse) {
            throw CommandFailedException.usageError("--header and --sse require the URL of a server, not a command.");
        }
        CommandTarget target =
                CommandTarget.of(command).withDirectory(options.directory).withStderrListener(errors);
        for (String variable : options.environment) {
            int separator = variable.indexOf('=');
            if (separator < 1) {
                throw CommandFailedException.usageError("--env " + variable + " is invalid. Write NAME=VALUE.");
            }
            target =
                    target.withEnvironmentVariable(variable.substring(0, separator), variable.substring(separator + 1));
        }
        return target;
    }

    /**
     * Returns the target for a server at a URL, with the headers of the options, and with the tokens of {@code tenon
     * login} unless a header has credentials.
     */
    static ServerTarget parseUrlAndAttachTokens(String text, ServerOptions options) {
        if (!options.environment.isEmpty() || options.directory != null) {
            throw CommandFailedException.usageError("--env and --cwd require the command of a server, not a URL.");
        }
        try {
            HttpTarget target = parseNetworkTarget(text, options.sse);
            for (Map.Entry<String, String> header :
                    HeaderOptionParser.parse(options.headers, System.getenv()).entrySet()) {
                target = target.withHeader(header.getKey(), header.getValue());
            }
            boolean hasCredentials = target.headers().containsKey("Authorization");
            return hasCredentials ? target : OAuthClientFactory.attachStoredTokens(target);
        } catch (IllegalArgumentException e) {
            throw CommandFailedException.usageError(String.valueOf(e.getMessage()));
        }
    }

    private static HttpTarget parseNetworkTarget(String text, boolean sse) {
        URI uri = ServerUrlParser.parse(text, ADVICE);
        if (uri.getScheme().toLowerCase(Locale.ROOT).startsWith("ws")) {
            return ServerTarget.webSocket(uri);
        }
        return sse ? ServerTarget.httpSse(uri) : ServerTarget.http(uri);
    }

    /** Creates the error for a missing server. */
    static CommandFailedException missingServer() {
        return CommandFailedException.usageError("The server is missing." + ADVICE);
    }
}
