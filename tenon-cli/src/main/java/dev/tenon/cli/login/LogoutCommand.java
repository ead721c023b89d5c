package dev.tenon.cli.login;

import dev.tenon.cli.exit.ExitCode;
import dev.tenon.cli.exit.FailureException;
import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.Visible;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.Grant;
import dev.tenon.oauth.client.OAuth;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code tenon logout}. */
@Command(
        name = "logout",
        description = "Forgets a login, and has the authorization server revoke its tokens where it can.")
public final class LogoutCommand implements Callable<Integer> {
    @Parameters(paramLabel = "URL", description = "The server, as it was written for login.")
    private String url = "";

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    boolean help;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        CommandSpec known = Objects.requireNonNull(spec);
        Screen screen =
                Screen.of(known.commandLine().getOut(), known.commandLine().getErr());
        String shown = Visible.line(url);
        try {
            OAuth oauth = ServerUrl.oauth(url).grant(new Grant.Stored(null)).build();
            screen.line(
                    switch (oauth.logout()) {
                        case NOTHING -> "There was no login to " + shown + ".";
                        case FORGOTTEN ->
                            "Logged out of " + shown
                                    + ". The tokens are forgotten here; they were not revoked, and end by themselves.";
                        case REVOKED -> "Logged out of " + shown + ". The tokens are revoked.";
                    });
            return ExitCode.OK;
        } catch (IllegalArgumentException e) {
            throw FailureException.misused(Visible.line(String.valueOf(e.getMessage())) + ".");
        } catch (AuthorizationException e) {
            throw new FailureException(ExitCode.CONNECTION, Visible.line(String.valueOf(e.getMessage())));
        }
    }
}
