package dev.tenon.cli.client;

import dev.tenon.cli.argument.HeaderOptionParser;
import dev.tenon.cli.argument.ServerUrlParser;
import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.login.LoginTokens;
import dev.tenon.client.endpoint.CommandTarget;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.endpoint.ServerTarget;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** Makes the target of what was written: a URL, or a command behind {@code --}. */
final class TargetParser {
    private static final String HOW =
            " Write http://HOST:PORT/PATH, or the command that starts the server at the end, behind --.";

    private TargetParser() {}

    /** A server that is started, and what it prints to standard error goes there. */
    static ServerTarget parseCommand(List<String> command, ServerOptions options, Consumer<String> errors) {
        if (!options.headers.isEmpty() || options.sse) {
            throw CommandFailedException.usageError(
                    "--header and --sse are for servers at a URL, and this one is a command.");
        }
        CommandTarget target =
                CommandTarget.of(command).withDirectory(options.directory).withStderrListener(errors);
        for (String variable : options.environment) {
            int sign = variable.indexOf('=');
            if (sign < 1) {
                throw CommandFailedException.usageError("--env " + variable + " is no variable. Write NAME=VALUE.");
            }
            target = target.withEnvironmentVariable(variable.substring(0, sign), variable.substring(sign + 1));
        }
        return target;
    }

    /** A server at a URL. */
    static ServerTarget parseUrl(String text, ServerOptions options) {
        if (!options.environment.isEmpty() || options.directory != null) {
            throw CommandFailedException.usageError(
                    "--env and --cwd are for servers that are started, and this one is a URL.");
        }
        try {
            HttpTarget target = parseHttp(text, options.sse);
            for (Map.Entry<String, String> header :
                    HeaderOptionParser.parse(options.headers, System.getenv()).entrySet()) {
                target = target.withHeader(header.getKey(), header.getValue());
            }
            return target.headers().containsKey("Authorization") ? target : LoginTokens.applyTo(target);
        } catch (IllegalArgumentException e) {
            throw CommandFailedException.usageError(String.valueOf(e.getMessage()));
        }
    }

    private static HttpTarget parseHttp(String text, boolean sse) {
        URI uri = ServerUrlParser.parse(text, HOW);
        if (uri.getScheme().toLowerCase(Locale.ROOT).startsWith("ws")) {
            return ServerTarget.webSocket(uri);
        }
        return sse ? ServerTarget.httpSse(uri) : ServerTarget.http(uri);
    }

    /** Nothing was written. */
    static CommandFailedException missingServer() {
        return CommandFailedException.usageError("The server is missing." + HOW);
    }
}
