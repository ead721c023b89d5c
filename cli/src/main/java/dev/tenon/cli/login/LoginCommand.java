package dev.tenon.cli.login;

import static dev.tenon.cli.terminal.TextEscaper.escapeLine;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.error.ExitCode;
import dev.tenon.cli.terminal.AbstractCliCommand;
import dev.tenon.cli.terminal.TerminalOutput;
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
        description = {"Logs in to a server with your browser.", "The client commands then use the stored tokens."},
        footer = {"", "Tokens are stored in a file that only you can read; TENON_TOKENS overrides its path."})
public final class LoginCommand extends AbstractCliCommand {
    @Parameters(paramLabel = "URL", description = "URL of the server.")
    private String url = "";

    @Option(
            names = "--scope",
            paramLabel = "SCOPE",
            description = "Request this scope (repeatable; default: the scopes that the server names).")
    private List<String> scopes = List.of();

    @Option(
            names = "--client-credentials",
            description = "Log in as the client itself, with --client-id and a secret or a key.")
    private boolean clientCredentials;

    @Option(names = "--no-browser", description = "Print the URL of the login page instead of opening a browser.")
    private boolean noBrowser;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Receive the browser redirect on this port (default: any free port).")
    private @Nullable Integer port;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "Set the time limit for the login (default: 300).")
    private int timeout = 300;

    @Mixin
    private OAuthClientOptions client = new OAuthClientOptions();

    @Override
    public Integer call() {
        TerminalOutput screen = terminalOutput();
        OAuthClient oauth = buildOAuthClient(screen);
        try {
            Optional<LoginInfo> login = oauth.login();
            if (login.isEmpty()) {
                screen.printLine(escapeLine(url) + " does not require a login.");
            } else {
                report(screen, login.get());
            }
            return ExitCode.OK;
        } catch (AuthorizationException e) {
            throw CommandFailedException.connectionFailure(
                    "Could not log in to " + escapeLine(url) + ". " + escapeLine(String.valueOf(e.getMessage())));
        }
    }

    private OAuthClient buildOAuthClient(TerminalOutput screen) {
        if (timeout < 1) {
            throw CommandFailedException.usageError(
                    "--timeout " + timeout + " is invalid. Write a positive number of seconds.");
        }
        OAuthClientBuilder oauth = OAuthClientFactory.createBuilder(url);
        client.addTo(oauth);
        Browser manual = Browser.manual(line -> screen.printNote(escapeLine(line)));
        oauth.scopes(scopes.toArray(String[]::new))
                .storeClient(true)
                .browser(noBrowser ? manual : Browser.system().withFallback(manual))
                .consentPolicy(request -> announceAndConsent(screen, request))
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
            throw CommandFailedException.usageError(escapeLine(String.valueOf(e.getMessage()))
                    + (clientCredentials ? ". See --client-id, --client-secret-file and --client-key-file." : "."));
        }
    }

    /**
     * Shows the host before the browser opens its page, because the user trusts the host. Returns true, which consents
     * to the login that the user has started.
     */
    private static boolean announceAndConsent(TerminalOutput screen, ConsentPolicy.LoginRequest request) {
        String host =
                screen.boldForStderr(escapeLine(request.authorizationEndpoint().getHost()));
        String server = escapeLine(request.server().getHost());
        screen.printNote("You log in at " + host + ", the authorization server of " + server + ".");
        return true;
    }

    private void report(TerminalOutput screen, LoginInfo login) {
        screen.printLine("Logged in to " + escapeLine(url) + " at " + escapeLine(login.issuer()) + ".");
        if (!login.scopes().isEmpty()) {
            screen.printLine("Granted scopes: " + escapeLine(String.join(" ", new TreeSet<>(login.scopes()))) + ".");
        }
        if (login.expires() != null && !login.isRefreshable()) {
            screen.printLine("The login expires at " + login.expires().truncatedTo(ChronoUnit.SECONDS) + ".");
        }
    }
}
