package dev.tenon.cli.login;

import dev.tenon.cli.exit.ExitCode;
import dev.tenon.cli.exit.FailureException;
import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.ScreenCommand;
import dev.tenon.cli.screen.Visible;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.Grant;
import dev.tenon.oauth.client.Logout;
import dev.tenon.oauth.client.OAuth;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code tenon logout}. */
@Command(
        name = "logout",
        description = "Forgets a login, and has the authorization server revoke its tokens where it can.")
public final class LogoutCommand extends ScreenCommand {
    @Parameters(paramLabel = "URL", description = "The server, as it was written for login.")
    private String url = "";

    @Override
    public Integer call() {
        Screen screen = screen();
        String shown = Visible.line(url);
        try {
            OAuth oauth = ServerUrl.oauth(url).grant(new Grant.Stored(null)).build();
            tell(screen, shown, oauth.logout());
            return ExitCode.OK;
        } catch (IllegalArgumentException e) {
            throw FailureException.misused(Visible.line(String.valueOf(e.getMessage())) + ".");
        } catch (AuthorizationException e) {
            throw new FailureException(ExitCode.CONNECTION, Visible.line(String.valueOf(e.getMessage())));
        }
    }

    private static void tell(Screen screen, String shown, Logout logout) {
        if (logout.equals(Logout.NOTHING)) {
            screen.line("There was no login to " + shown + ".");
            return;
        }
        String revoked = named(logout, Logout.Outcome.REVOKED);
        String left = named(logout, Logout.Outcome.FORGOTTEN);
        screen.line("Logged out of " + shown + ". Revoked: " + revoked + ".");
        if (logout.problem() != null) {
            Instant ends = logout.accessEnds();
            screen.line("Forgotten here, but not revoked: " + left + ". "
                    + (ends == null ? "" : "The access token ends at " + ends.truncatedTo(ChronoUnit.SECONDS) + ". ")
                    + "Reason: " + Visible.line(logout.problem()) + ".");
        }
    }

    private static String named(Logout logout, Logout.Outcome outcome) {
        List<String> names = new ArrayList<>();
        if (logout.refreshToken() == outcome) {
            names.add("the refresh token");
        }
        if (logout.accessToken() == outcome) {
            names.add("the access token");
        }
        return names.isEmpty() ? "nothing" : String.join(", ", names);
    }
}
