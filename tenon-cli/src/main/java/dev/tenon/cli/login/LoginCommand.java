package dev.tenon.cli.login;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.error.ExitCode;
import dev.tenon.cli.terminal.TerminalCommand;
import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.Browser;
import dev.tenon.oauth.client.ConsentPolicy;
import dev.tenon.oauth.client.Grant;
import dev.tenon.oauth.client.LoginInfo;
import dev.tenon.oauth.client.OAuthClient;
import dev.tenon.oauth.client.OAuthClientBuilder;
import dev.tenon.oauth.client.OAuthLimits;
import java.net.URI;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code tenon login}. */
@Command(
        name = "login",
        description = "Logs in to a server, with your browser. The other commands then use what this got.",
        footer = {"", "Tokens are kept in a file that only you can read; TENON_TOKENS names another one."})
public final class LoginCommand extends TerminalCommand {
    @Parameters(paramLabel = "URL", description = "The server.")
    private String url = "";

    @Option(
            names = "--scope",
            paramLabel = "SCOPE",
            description = "Ask for this scope. Can be given more than once. By default for what the server names.")
    private List<String> scopes = List.of();

    @Option(
            names = "--client-credentials",
            description = "Log in as the client itself, without a person: with --client-id and a secret or a key.")
    private boolean clientCredentials;

    @Option(names = "--no-browser", description = "Only print the URL of the page where you log in.")
    private boolean noBrowser;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "The browser comes back to this port. By default to any that is free.")
    private @Nullable Integer port;

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "How long you have to log in; 300 by default.")
    private int timeout = 300;

    @Mixin
    private OAuthClientOptions client = new OAuthClientOptions();

    @Override
    public Integer call() {
        TerminalOutput screen = terminalOutput();
        OAuthClient oauth = buildOAuth(screen);
        try {
            Optional<LoginInfo> login = oauth.login();
            if (login.isEmpty()) {
                screen.printLine(TextEscaper.escapeLine(url) + " wants no login.");
            } else {
                report(screen, login.get());
            }
            return ExitCode.OK;
        } catch (AuthorizationException e) {
            throw new CommandFailedException(
                    ExitCode.CONNECTION,
                    "No login to " + TextEscaper.escapeLine(url) + ". "
                            + TextEscaper.escapeLine(String.valueOf(e.getMessage())));
        }
    }

    private OAuthClient buildOAuth(TerminalOutput screen) {
        if (timeout < 1) {
            throw CommandFailedException.usageError(
                    "--timeout " + timeout + " is no time to log in. Write a number of seconds.");
        }
        OAuthClientBuilder oauth = OAuthBuilders.forServer(url);
        client.addTo(oauth);
        Browser told = Browser.manual(line -> screen.printNote(TextEscaper.escapeLine(line)));
        oauth.scopes(scopes.toArray(String[]::new))
                .storeClient(true)
                .browser(noBrowser ? told : Browser.system().withFallback(told))
                .consentPolicy(plan -> report(screen, plan))
                .limits(OAuthLimits.DEFAULT.withLoginTimeout(Duration.ofSeconds(timeout)));
        if (clientCredentials) {
            oauth.grant(new Grant.ClientCredentials());
        }
        try {
            if (port != null) {
                oauth.redirectUri(URI.create("http://127.0.0.1:" + port + "/callback"));
            }
            return oauth.build();
        } catch (IllegalArgumentException e) {
            throw CommandFailedException.usageError(TextEscaper.escapeLine(String.valueOf(e.getMessage()))
                    + (clientCredentials ? ". See --client-id, --client-secret-file and --client-key-file." : "."));
        }
    }

    /** The host is what one trusts, so it is named before the browser shows its page. */
    private static boolean report(TerminalOutput screen, ConsentPolicy.LoginRequest plan) {
        screen.printNote("You log in at "
                + screen.boldForStderr(
                        TextEscaper.escapeLine(plan.authorizationEndpoint().getHost())) + ", which the server "
                + TextEscaper.escapeLine(plan.server().getHost()) + " names.");
        return true;
    }

    private void report(TerminalOutput screen, LoginInfo login) {
        screen.printLine(
                "Logged in to " + TextEscaper.escapeLine(url) + " by " + TextEscaper.escapeLine(login.issuer()) + ".");
        if (!login.scopes().isEmpty()) {
            screen.printLine(
                    "It allows: " + TextEscaper.escapeLine(String.join(" ", new TreeSet<>(login.scopes()))) + ".");
        }
        if (login.expires() != null && !login.isRefreshable()) {
            screen.printLine("It ends at " + login.expires().truncatedTo(ChronoUnit.SECONDS) + ".");
        }
    }
}
