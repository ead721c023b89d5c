package dev.tenon.cli.calling;

import dev.tenon.cli.argument.HeaderOption;
import dev.tenon.cli.argument.ServerAddress;
import dev.tenon.cli.exit.FailureException;
import dev.tenon.cli.login.StoredLogin;
import dev.tenon.client.CommandTarget;
import dev.tenon.client.HttpTarget;
import dev.tenon.client.Target;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** Makes the target of what was written: a URL, or a command behind {@code --}. */
final class Targets {
    private static final String HOW =
            " Write http://HOST:PORT/PATH, or the command that starts the server at the end, behind --.";

    private Targets() {}

    /** A server that is started, and what it prints to standard error goes there. */
    static Target command(List<String> command, ServerOptions options, Consumer<String> errors) {
        if (!options.headers.isEmpty() || options.sse) {
            throw FailureException.misused("--header and --sse are for servers at a URL, and this one is a command.");
        }
        CommandTarget target =
                CommandTarget.of(command).withDirectory(options.directory).withErrors(errors);
        for (String variable : options.environment) {
            int sign = variable.indexOf('=');
            if (sign < 1) {
                throw FailureException.misused("--env " + variable + " is no variable. Write NAME=VALUE.");
            }
            target = target.withEnvironment(variable.substring(0, sign), variable.substring(sign + 1));
        }
        return target;
    }

    /** A server at a URL. */
    static Target url(String text, ServerOptions options) {
        if (!options.environment.isEmpty() || options.directory != null) {
            throw FailureException.misused("--env and --cwd are for servers that are started, and this one is a URL.");
        }
        try {
            HttpTarget target = target(text, options.sse);
            for (Map.Entry<String, String> header :
                    HeaderOption.read(options.headers, System.getenv()).entrySet()) {
                target = target.withHeader(header.getKey(), header.getValue());
            }
            return target.headers().containsKey("Authorization") ? target : StoredLogin.of(target);
        } catch (IllegalArgumentException e) {
            throw FailureException.misused(String.valueOf(e.getMessage()));
        }
    }

    private static HttpTarget target(String text, boolean sse) {
        URI uri = ServerAddress.read(text, HOW);
        if (uri.getScheme().toLowerCase(Locale.ROOT).startsWith("ws")) {
            return Target.webSocket(uri);
        }
        return sse ? Target.httpSse(uri) : Target.http(uri);
    }

    /** Nothing was written. */
    static FailureException missing() {
        return FailureException.misused("The server is missing." + HOW);
    }
}
