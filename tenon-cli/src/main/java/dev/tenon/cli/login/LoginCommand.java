package dev.tenon.cli.login;

import dev.tenon.cli.exit.ExitCode;
import dev.tenon.cli.exit.FailureException;
import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.ScreenCommand;
import dev.tenon.cli.screen.Visible;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.Browser;
import dev.tenon.oauth.client.Consent;
import dev.tenon.oauth.client.Grant;
import dev.tenon.oauth.client.Login;
import dev.tenon.oauth.client.OAuth;
import dev.tenon.oauth.client.OAuthBuilder;
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
public final class LoginCommand extends ScreenCommand {
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
    private ClientOptions client = new ClientOptions();

    @Override
    public Integer call() {
        Screen screen = screen();
        OAuth oauth = oauth(screen);
        try {
            Optional<Login> login = oauth.login();
            if (login.isEmpty()) {
                screen.line(Visible.line(url) + " wants no login.");
            } else {
                tell(screen, login.get());
            }
            return ExitCode.OK;
        } catch (AuthorizationException e) {
            throw new FailureException(
                    ExitCode.CONNECTION,
                    "No login to " + Visible.line(url) + ". " + Visible.line(String.valueOf(e.getMessage())));
        }
    }

    private OAuth oauth(Screen screen) {
        if (timeout < 1) {
            throw FailureException.misused(
                    "--timeout " + timeout + " is no time to log in. Write a number of seconds.");
        }
        OAuthBuilder oauth = ServerUrl.oauth(url);
        client.addTo(oauth);
        Browser told = Browser.telling(line -> screen.note(Visible.line(line)));
        oauth.scopes(scopes.toArray(String[]::new))
                .keepingClient(true)
                .browser(noBrowser ? told : Browser.system().or(told))
                .consent(plan -> tell(screen, plan))
                .limits(OAuthLimits.DEFAULT.withLoginTime(Duration.ofSeconds(timeout)));
        if (clientCredentials) {
            oauth.grant(new Grant.ClientCredentials());
        }
        try {
            if (port != null) {
                oauth.redirect(URI.create("http://127.0.0.1:" + port + "/callback"));
            }
            return oauth.build();
        } catch (IllegalArgumentException e) {
            throw FailureException.misused(Visible.line(String.valueOf(e.getMessage()))
                    + (clientCredentials ? ". See --client-id, --client-secret-file and --client-key-file." : "."));
        }
    }

    /** The host is what one trusts, so it is named before the browser shows its page. */
    private static boolean tell(Screen screen, Consent.Plan plan) {
        screen.note("You log in at "
                + screen.boldNote(Visible.line(plan.authorizationEndpoint().getHost())) + ", which the server "
                + Visible.line(plan.server().getHost()) + " names.");
        return true;
    }

    private void tell(Screen screen, Login login) {
        screen.line("Logged in to " + Visible.line(url) + " by " + Visible.line(login.issuer()) + ".");
        if (!login.scopes().isEmpty()) {
            screen.line("It allows: " + Visible.line(String.join(" ", new TreeSet<>(login.scopes()))) + ".");
        }
        if (login.expires() != null && !login.isRefreshable()) {
            screen.line("It ends at " + login.expires().truncatedTo(ChronoUnit.SECONDS) + ".");
        }
    }
}
