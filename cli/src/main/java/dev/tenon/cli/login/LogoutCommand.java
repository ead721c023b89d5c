package dev.tenon.cli.login;

import static dev.tenon.cli.terminal.TextEscaper.escapeLine;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.error.ExitCode;
import dev.tenon.cli.terminal.AbstractCliCommand;
import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.Grant;
import dev.tenon.oauth.client.LogoutResult;
import dev.tenon.oauth.client.OAuthClient;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code tenon logout}. */
@Command(name = "logout", description = "Deletes a login and asks the authorization server to revoke its tokens.")
public final class LogoutCommand extends AbstractCliCommand {
    @Parameters(paramLabel = "URL", description = "URL of the server, as given to login.")
    private String url = "";

    @Override
    public Integer call() {
        TerminalOutput screen = terminalOutput();
        String shown = escapeLine(url);
        try {
            OAuthClient oauth = OAuthClientFactory.createBuilder(url)
                    .grant(new Grant.StoredTokens(null))
                    .build();
            report(screen, shown, oauth.logout());
            return ExitCode.OK;
        } catch (IllegalArgumentException e) {
            throw CommandFailedException.usageError(escapeLine(String.valueOf(e.getMessage())) + ".");
        } catch (AuthorizationException e) {
            throw CommandFailedException.connectionFailure(escapeLine(String.valueOf(e.getMessage())));
        }
    }

    private static void report(TerminalOutput screen, String shown, LogoutResult logout) {
        if (logout.equals(LogoutResult.NO_TOKENS)) {
            screen.printLine("There was no login to " + shown + ".");
            return;
        }
        String revoked = joinTokenNamesByOutcome(logout, LogoutResult.RevocationOutcome.REVOKED);
        String deleted = joinTokenNamesByOutcome(logout, LogoutResult.RevocationOutcome.DELETED_LOCALLY);
        screen.printLine("Logged out of " + shown + ". Revoked: " + revoked + ".");
        if (logout.problem() != null) {
            Instant expires = logout.accessTokenExpiry();
            screen.printLine("Deleted here, but not revoked: " + deleted + ". "
                    + (expires == null
                            ? ""
                            : "The access token expires at " + expires.truncatedTo(ChronoUnit.SECONDS) + ". ")
                    + "Reason: " + escapeLine(logout.problem()) + ".");
        }
    }

    private static String joinTokenNamesByOutcome(LogoutResult logout, LogoutResult.RevocationOutcome outcome) {
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
