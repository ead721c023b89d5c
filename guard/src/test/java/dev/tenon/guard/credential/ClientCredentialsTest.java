package dev.tenon.guard.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.coverage.support.LogCapture;
import dev.tenon.guard.config.SecretSource;
import dev.tenon.guard.config.UpstreamCredentials;
import dev.tenon.guard.credential.TestIssuer.Answer;
import dev.tenon.model.Revision;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Credentials of the guard itself, and errors for callers without them. */
class ClientCredentialsTest {
    @TempDir
    Path directory;

    private static String ann(CredentialFixture world) {
        return world.issuer.token("ann", "tools");
    }

    @Test
    void one_token_is_fetched_for_concurrent_callers_and_cached() throws Exception {
        try (CredentialFixture opened = new CredentialFixture()) {
            CredentialFixture world = opened.open(opened.clientCredentials(), CredentialFixture.NO_SESSIONS);
            world.issuer.answer = asked -> {
                pause(300);
                return world.issuer.usual(asked);
            };
            List<String> output = new CopyOnWriteArrayList<>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                Thread thread = new Thread(() -> output.add(world.visit(CredentialFixture.NO_SESSIONS, ann(world))));
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join(30_000);
            }
            assertThat(output).hasSize(6).containsOnly("guard");
            assertThat(world.issuer.asked).hasSize(1);
            assertThat(world.issuer.asked.get(0).form())
                    .containsEntry("grant_type", "client_credentials")
                    .containsEntry("resource", "https://behind.example.com/mcp")
                    .doesNotContainKey("client_secret");
            assertThat(Set.of(world.issuer.asked.get(0).form().get("scope").split(" ")))
                    .containsExactlyInAnyOrder("read", "write");
        }
    }

    private static void pause(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void the_token_is_renewed_before_it_expires() throws Exception {
        try (CredentialFixture opened = new CredentialFixture()) {
            opened.issuer.seconds = 4;
            CredentialFixture world = opened.open(opened.clientCredentials(), CredentialFixture.NO_SESSIONS);
            world.visit(CredentialFixture.NO_SESSIONS, ann(world));
            world.visit(CredentialFixture.NO_SESSIONS, ann(world));
            assertThat(world.issuer.asked).hasSize(1);
            Thread.sleep(3100);
            world.visit(CredentialFixture.NO_SESSIONS, ann(world));
            assertThat(world.issuer.asked).as("a second before its end").hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Revision.class,
            names = {"V2025_11_25", "V2026_07_28"})
    void a_rejected_token_is_renewed_once(Revision upstream) throws Exception {
        try (CredentialFixture opened = new CredentialFixture()) {
            CredentialFixture world = opened.open(opened.clientCredentials(), upstream);
            try (McpClient client = world.client(CredentialFixture.NO_SESSIONS, ann(world))) {
                assertThat(CredentialFixture.who(client)).isEqualTo("guard");
                Set<String> revoked = ConcurrentHashMap.newKeySet();
                revoked.addAll(world.issuer.given.keySet());
                world.whose = value -> revoked.contains(value.substring(7)) ? null : "guard again";
                assertThat(CredentialFixture.who(client)).startsWith("guard");
                assertThat(world.issuer.asked).hasSize(2);
                world.whose = value -> null;
                for (int i = 0; i < 3; i++) {
                    assertThatThrownBy(() -> CredentialFixture.who(client))
                            .hasMessageContaining("The upstream server rejected the guard's credentials");
                }
                assertThat(world.issuer.asked).as("not for every request").hasSizeLessThanOrEqualTo(4);
            }
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(
            value = Revision.class,
            names = {"V2025_11_25", "V2026_07_28"})
    void a_rejected_client_is_reported_to_the_operator_only(Revision downstream) throws Exception {
        try (LogCapture log = new LogCapture();
                CredentialFixture opened = new CredentialFixture()) {
            opened.issuer.secret = "another";
            CredentialFixture world = opened.open(opened.clientCredentials(), CredentialFixture.NO_SESSIONS);
            TokenRequests.hasNoCredentials(world, downstream, ann(world));
            assertThat(log.capturedText())
                    .contains("No credentials for upstream \"tickets\": The authorization server "
                            + world.issuer.issuer() + " issued no token: invalid_client")
                    .contains("Check \"id\", \"secret\" and \"authentication\"")
                    .doesNotContain(TestIssuer.SECRET);
            assertThat(world.heard()).isEmpty();
            world.issuer.secret = TestIssuer.SECRET;
            Thread.sleep(2100);
            assertThat(world.visit(downstream, ann(world))).as("put right").isEqualTo("guard");
        }
    }

    @Test
    void an_unreachable_or_broken_authorization_server_is_reported() throws Exception {
        try (LogCapture log = new LogCapture();
                CredentialFixture opened = new CredentialFixture()) {
            CredentialFixture world = opened.open(opened.clientCredentials(), CredentialFixture.NO_SESSIONS);
            world.issuer.answer = asked -> new Answer(200, "x".repeat(300 << 10));
            TokenRequests.hasNoCredentials(world, CredentialFixture.NO_SESSIONS, ann(world));
            assertThat(log.capturedText()).contains("sent a response of more than 262144 bytes");
            Thread.sleep(2100);
            world.issuer.answer = asked -> new Answer(200, "{\"access_token\":7}");
            TokenRequests.hasNoCredentials(world, CredentialFixture.NO_SESSIONS, ann(world));
            assertThat(log.capturedText()).contains("sent an invalid token response");
        }
        try (LogCapture log = new LogCapture();
                CredentialFixture opened = new CredentialFixture()) {
            UpstreamCredentials.OAuthClientConfig nowhere = new UpstreamCredentials.OAuthClientConfig(
                    "http://127.0.0.1:9/token", "guard", opened.asGuard().secret(), true);
            CredentialFixture world = opened.open(
                    new UpstreamCredentials.ClientCredentials(nowhere, URI.create("https://x.example.com/"), List.of()),
                    CredentialFixture.NO_SESSIONS);
            TokenRequests.hasNoCredentials(world, CredentialFixture.NO_SESSIONS, ann(world));
            assertThat(log.capturedText()).contains("upstream \"tickets\"").contains("Check that \"tokenUrl\"");
        }
    }

    @Test
    void a_missing_secret_is_reported_and_used_once_it_exists() throws Exception {
        Path file = directory.resolve("secret");
        try (LogCapture log = new LogCapture();
                CredentialFixture opened = new CredentialFixture()) {
            UpstreamCredentials.OAuthClientConfig client = new UpstreamCredentials.OAuthClientConfig(
                    opened.issuer.tokenUrl(), "guard", new SecretSource.SecretFile(file), false);
            CredentialFixture world = opened.open(
                    new UpstreamCredentials.ClientCredentials(client, URI.create("https://x.example.com/"), List.of()),
                    CredentialFixture.NO_SESSIONS);
            TokenRequests.hasNoCredentials(world, CredentialFixture.NO_SESSIONS, ann(world));
            assertThat(log.capturedText())
                    .contains("No credentials for upstream \"tickets\": the secret is missing. Put the secret into"
                            + " the file "
                            + file);
            assertThat(world.issuer.asked).isEmpty();
            Files.writeString(file, TestIssuer.SECRET + "\n");
            Thread.sleep(2100);
            assertThat(world.visit(CredentialFixture.NO_SESSIONS, ann(world))).isEqualTo("guard");
        }
    }

    @Test
    void a_bearer_token_is_reloaded_from_its_file() throws Exception {
        Path file = directory.resolve("token");
        Files.writeString(file, "first");
        try (CredentialFixture opened = new CredentialFixture()) {
            opened.whose = value -> value.equals("Bearer first") ? "first" : null;
            CredentialFixture world = opened.open(
                    new UpstreamCredentials.BearerCredentials(new SecretSource.SecretFile(file)),
                    CredentialFixture.NO_SESSIONS);
            try (McpClient client = world.client(CredentialFixture.NO_SESSIONS, ann(world))) {
                assertThat(CredentialFixture.who(client)).isEqualTo("first");
                Files.writeString(file, "second");
                world.whose = value -> value.equals("Bearer second") ? "second" : null;
                assertThat(CredentialFixture.who(client))
                        .as("asked again when the old one was refused")
                        .isEqualTo("second");
            }
        }
    }

    @Test
    void a_secret_invalid_in_headers_is_not_quoted() throws Exception {
        Path file = directory.resolve("token");
        // Unlike any word that tests running at the same time log.
        Files.writeString(file, "Gx7-upper\nGx7-lower");
        try (LogCapture log = new LogCapture();
                CredentialFixture opened = new CredentialFixture()) {
            CredentialFixture world = opened.open(
                    new UpstreamCredentials.BearerCredentials(new SecretSource.SecretFile(file)),
                    CredentialFixture.NO_SESSIONS);
            TokenRequests.hasNoCredentials(world, CredentialFixture.NO_SESSIONS, ann(world));
            assertThat(log.capturedText()).contains("invalid in a header").doesNotContain("Gx7");
        }
    }
}
