package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.error.ExitCode;
import dev.tenon.coverage.Covers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Login at a terminal, use of the tokens by other commands, and logout. */
class LoginTest {
    @TempDir
    private Path folder;

    private Path tokenFile() {
        return folder.resolve("tenon").resolve("tokens.json");
    }

    private CliProcess start(Map<String, String> more, String... args) {
        Map<String, String> environment = new HashMap<>(more);
        environment.put("TENON_TOKENS", tokenFile().toString());
        return CliProcess.startWithEnvironment(environment, args);
    }

    private CommandResult run(String... args) throws Exception {
        return run(Map.of(), args);
    }

    private CommandResult run(Map<String, String> more, String... args) throws Exception {
        try (CliProcess process = start(more, args)) {
            process.closeInput();
            int exitCode = process.waitFor();
            return new CommandResult(exitCode, String.join("\n", process.readRemainingLines()), process.errorOutput());
        }
    }

    /** Logs in by opening the printed URL. */
    private CommandResult login(OAuthProtectedServer server, String... more) throws Exception {
        List<String> args = new ArrayList<>(List.of("login", "--no-browser", server.url()));
        args.addAll(List.of(more));
        try (CliProcess process = start(Map.of(), args.toArray(String[]::new))) {
            process.closeInput();
            String page = null;
            for (int i = 0; page == null && i < 600; i++) {
                Thread.sleep(100);
                page = process.errorOutput()
                        .lines()
                        .filter(line -> line.startsWith("To log in, open this page: "))
                        .map(line -> line.substring(line.indexOf("http")))
                        .findFirst()
                        .orElse(null);
            }
            HttpClient.newBuilder()
                    .followRedirects(HttpClient.Redirect.ALWAYS)
                    .build()
                    .send(HttpRequest.newBuilder(URI.create(page)).build(), BodyHandlers.discarding());
            int exitCode = process.waitFor();
            return new CommandResult(exitCode, String.join("\n", process.readRemainingLines()), process.errorOutput());
        }
    }

    @Test
    @Tag("exhaustive")
    @Covers("2026-07-28/auth-client/refresh-confidential")
    void a_user_logs_in_and_out() throws Exception {
        try (OAuthProtectedServer server = new OAuthProtectedServer()) {
            CommandResult rejected = run("tools", server.url());
            assertThat(rejected.exitCode()).isEqualTo(ExitCode.CONNECTION);
            assertThat(rejected.err()).contains("requires a login. Run: tenon login " + server.url());

            CommandResult login = login(server);
            assertThat(login.exitCode()).as(login.err()).isEqualTo(ExitCode.OK);
            assertThat(login.out()).contains("Logged in to " + server.url()).contains("Granted scopes: files:read.");
            assertThat(login.err()).contains("You log in at 127.0.0.1").doesNotContain("access-");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(tokenFile())))
                    .isEqualTo("rw-------");

            CommandResult tools = run("tools", "--trace", server.url());
            assertThat(tools.exitCode()).as(tools.err()).isEqualTo(ExitCode.OK);
            assertThat(tools.out()).contains("look");
            assertThat(tools.err())
                    .contains("tools/list")
                    .doesNotContain("access-")
                    .doesNotContain("Bearer");

            server.accessTokens.clear();
            assertThat(run("tools", server.url()).exitCode()).isEqualTo(ExitCode.OK);
            assertThat(server.refreshTokens).containsExactly("refresh-2");

            CommandResult logout = run("logout", server.url());
            assertThat(logout.out())
                    .isEqualTo("Logged out of " + server.url() + ". Revoked: the refresh token, the access token.");
            assertThat(server.accessTokens).isEmpty();
            assertThat(server.refreshTokens).isEmpty();
            assertThat(Files.readString(tokenFile())).doesNotContain("access-").doesNotContain("refresh-");
            assertThat(run("tools", server.url()).exitCode()).isEqualTo(ExitCode.CONNECTION);
            assertThat(run("logout", server.url()).out()).startsWith("There was no login");
        }
    }

    @Test
    @Tag("exhaustive")
    void a_client_logs_in_with_a_secret_from_the_environment_or_a_file() throws Exception {
        try (OAuthProtectedServer server = new OAuthProtectedServer()) {
            CommandResult login = run(
                    Map.of("THE_SECRET", OAuthProtectedServer.SECRET),
                    "login",
                    "--client-credentials",
                    "--client-id",
                    "machine",
                    "--client-secret-env",
                    "THE_SECRET",
                    server.url());
            assertThat(login.exitCode()).as(login.err()).isEqualTo(ExitCode.OK);
            assertThat(server.receivedRequests).last().asString().contains("grant_type=client_credentials");
            assertThat(login.out() + login.err()).doesNotContain("SECRET");
            // Other commands refresh with the stored tokens.
            server.accessTokens.clear();
            assertThat(run("tools", server.url()).exitCode()).isEqualTo(ExitCode.OK);
            Path file = Files.writeString(folder.resolve("secret"), OAuthProtectedServer.SECRET + "\n");
            assertThat(run(
                                    "login",
                                    "--client-credentials",
                                    "--client-id",
                                    "machine",
                                    "--client-secret-file",
                                    file.toString(),
                                    server.url())
                            .exitCode())
                    .isEqualTo(ExitCode.OK);
        }
    }

    @Test
    @Tag("exhaustive")
    void usage_errors_are_reported_before_a_request() throws Exception {
        for (List<String> args : List.of(
                List.of("login", "example.com"),
                List.of("login", "http://example.com/mcp"),
                List.of("login", "--client-credentials", "https://example.com/mcp"),
                List.of("login", "--client-id", "a", "--client-secret-env", "NOT_THERE", "https://example.com/mcp"),
                List.of("login", "--client-document", "http://a.example/b", "https://example.com/mcp"),
                List.of("login", "--timeout", "0", "https://example.com/mcp"),
                List.of("logout", "example.com"))) {
            CommandResult run = run(args.toArray(String[]::new));
            assertThat(run.exitCode()).as(args + " " + run.err()).isEqualTo(ExitCode.USAGE);
            assertThat(run.err()).startsWith("tenon: ");
        }
    }

    @Test
    @Tag("exhaustive")
    void a_token_file_that_other_users_can_read_is_rejected() throws Exception {
        try (OAuthProtectedServer server = new OAuthProtectedServer()) {
            assertThat(login(server).exitCode()).isEqualTo(ExitCode.OK);
            Files.setPosixFilePermissions(tokenFile(), PosixFilePermissions.fromString("rw-r--r--"));
            CommandResult run = run("tools", server.url());
            assertThat(run.exitCode()).isEqualTo(ExitCode.CONNECTION);
            assertThat(run.err()).contains("chmod 600").doesNotContain("access-");
        }
    }

    @Test
    void a_login_ends_after_its_time_limit() throws Exception {
        try (OAuthProtectedServer server = new OAuthProtectedServer()) {
            CommandResult run = run("login", "--no-browser", "--timeout", "1", server.url());
            assertThat(run.exitCode()).isEqualTo(ExitCode.CONNECTION);
            assertThat(run.err()).contains("There was no login within 1 seconds");
        }
    }
}
