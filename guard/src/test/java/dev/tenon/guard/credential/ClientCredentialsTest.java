package dev.tenon.guard.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.coverage.support.LogCapture;
import dev.tenon.guard.config.SecretSource;
import dev.tenon.guard.config.UpstreamCredentials;
import dev.tenon.guard.credential.TestIssuer.TokenResponse;
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

    private static String newToken(CredentialFixture fixture) {
        return fixture.issuer.token("ann", "tools");
    }

    @Test
    void one_token_is_fetched_for_concurrent_callers_and_cached() throws Exception {
        try (CredentialFixture created = new CredentialFixture()) {
            CredentialFixture fixture = created.open(created.clientCredentials(), CredentialFixture.NO_SESSIONS);
            fixture.issuer.responder = request -> {
                pause(300);
                return fixture.issuer.respond(request);
            };
            List<String> output = new CopyOnWriteArrayList<>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                Thread thread = new Thread(
                        () -> output.add(fixture.connectAndCallWho(CredentialFixture.NO_SESSIONS, newToken(fixture))));
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join(30_000);
            }
            assertThat(output).hasSize(6).containsOnly("guard");
            assertThat(fixture.issuer.tokenRequests).hasSize(1);
            assertThat(fixture.issuer.tokenRequests.get(0).form())
                    .containsEntry("grant_type", "client_credentials")
                    .containsEntry("resource", "https://behind.example.com/mcp")
                    .doesNotContainKey("client_secret");
            assertThat(Set.of(fixture.issuer
                            .tokenRequests
                            .get(0)
                            .form()
                            .get("scope")
                            .split(" ")))
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
        try (CredentialFixture created = new CredentialFixture()) {
            created.issuer.expiresInSeconds = 4;
            CredentialFixture fixture = created.open(created.clientCredentials(), CredentialFixture.NO_SESSIONS);
            fixture.connectAndCallWho(CredentialFixture.NO_SESSIONS, newToken(fixture));
            fixture.connectAndCallWho(CredentialFixture.NO_SESSIONS, newToken(fixture));
            assertThat(fixture.issuer.tokenRequests).hasSize(1);
            Thread.sleep(3100);
            fixture.connectAndCallWho(CredentialFixture.NO_SESSIONS, newToken(fixture));
            assertThat(fixture.issuer.tokenRequests)
                    .as("a second before its end")
                    .hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Revision.class,
            names = {"V2025_11_25", "V2026_07_28"})
    void a_rejected_token_is_renewed_once(Revision upstream) throws Exception {
        try (CredentialFixture created = new CredentialFixture()) {
            CredentialFixture fixture = created.open(created.clientCredentials(), upstream);
            try (McpClient client = fixture.client(CredentialFixture.NO_SESSIONS, newToken(fixture))) {
                assertThat(CredentialFixture.callWho(client)).isEqualTo("guard");
                Set<String> revoked = ConcurrentHashMap.newKeySet();
                revoked.addAll(fixture.issuer.issuedTokens.keySet());
                fixture.principalByCredential = value -> revoked.contains(value.substring(7)) ? null : "guard again";
                assertThat(CredentialFixture.callWho(client)).startsWith("guard");
                assertThat(fixture.issuer.tokenRequests).hasSize(2);
                fixture.principalByCredential = value -> null;
                for (int i = 0; i < 3; i++) {
                    assertThatThrownBy(() -> CredentialFixture.callWho(client))
                            .hasMessageContaining("The upstream server rejected the guard's credentials");
                }
                assertThat(fixture.issuer.tokenRequests)
                        .as("not for every request")
                        .hasSizeLessThanOrEqualTo(4);
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
                CredentialFixture created = new CredentialFixture()) {
            created.issuer.secret = "another";
            CredentialFixture fixture = created.open(created.clientCredentials(), CredentialFixture.NO_SESSIONS);
            RawHttpClient.assertNoCredentials(fixture, downstream, newToken(fixture));
            assertThat(log.capturedText())
                    .contains("No credentials for upstream \"tickets\": The authorization server "
                            + fixture.issuer.issuer() + " issued no token: invalid_client")
                    .contains("Check \"id\", \"secret\" and \"authentication\"")
                    .doesNotContain(TestIssuer.SECRET);
            assertThat(fixture.receivedText()).isEmpty();
            fixture.issuer.secret = TestIssuer.SECRET;
            Thread.sleep(2100);
            assertThat(fixture.connectAndCallWho(downstream, newToken(fixture)))
                    .as("put right")
                    .isEqualTo("guard");
        }
    }

    @Test
    void an_unreachable_or_broken_authorization_server_is_reported() throws Exception {
        try (LogCapture log = new LogCapture();
                CredentialFixture created = new CredentialFixture()) {
            CredentialFixture fixture = created.open(created.clientCredentials(), CredentialFixture.NO_SESSIONS);
            fixture.issuer.responder = request -> new TokenResponse(200, "x".repeat(300 << 10));
            RawHttpClient.assertNoCredentials(fixture, CredentialFixture.NO_SESSIONS, newToken(fixture));
            assertThat(log.capturedText()).contains("sent a response of more than 262144 bytes");
            Thread.sleep(2100);
            fixture.issuer.responder = request -> new TokenResponse(200, "{\"access_token\":7}");
            RawHttpClient.assertNoCredentials(fixture, CredentialFixture.NO_SESSIONS, newToken(fixture));
            assertThat(log.capturedText()).contains("sent an invalid token response");
        }
        try (LogCapture log = new LogCapture();
                CredentialFixture created = new CredentialFixture()) {
            UpstreamCredentials.OAuthClientConfig unreachable = new UpstreamCredentials.OAuthClientConfig(
                    "http://127.0.0.1:9/token",
                    "guard",
                    created.guardClientConfig().secret(),
                    true);
            CredentialFixture fixture = created.open(
                    new UpstreamCredentials.ClientCredentials(
                            unreachable, URI.create("https://x.example.com/"), List.of()),
                    CredentialFixture.NO_SESSIONS);
            RawHttpClient.assertNoCredentials(fixture, CredentialFixture.NO_SESSIONS, newToken(fixture));
            assertThat(log.capturedText()).contains("upstream \"tickets\"").contains("Check that \"tokenUrl\"");
        }
    }

    @Test
    void a_missing_secret_is_reported_and_used_once_it_exists() throws Exception {
        Path file = directory.resolve("secret");
        try (LogCapture log = new LogCapture();
                CredentialFixture created = new CredentialFixture()) {
            UpstreamCredentials.OAuthClientConfig client = new UpstreamCredentials.OAuthClientConfig(
                    created.issuer.tokenUrl(), "guard", new SecretSource.SecretFile(file), false);
            CredentialFixture fixture = created.open(
                    new UpstreamCredentials.ClientCredentials(client, URI.create("https://x.example.com/"), List.of()),
                    CredentialFixture.NO_SESSIONS);
            RawHttpClient.assertNoCredentials(fixture, CredentialFixture.NO_SESSIONS, newToken(fixture));
            assertThat(log.capturedText())
                    .contains("No credentials for upstream \"tickets\": the secret is missing. Put the secret into"
                            + " the file "
                            + file);
            assertThat(fixture.issuer.tokenRequests).isEmpty();
            Files.writeString(file, TestIssuer.SECRET + "\n");
            Thread.sleep(2100);
            assertThat(fixture.connectAndCallWho(CredentialFixture.NO_SESSIONS, newToken(fixture)))
                    .isEqualTo("guard");
        }
    }

    @Test
    void a_bearer_token_is_reloaded_from_its_file() throws Exception {
        Path file = directory.resolve("token");
        Files.writeString(file, "first");
        try (CredentialFixture created = new CredentialFixture()) {
            created.principalByCredential = value -> value.equals("Bearer first") ? "first" : null;
            CredentialFixture fixture = created.open(
                    new UpstreamCredentials.BearerCredentials(new SecretSource.SecretFile(file)),
                    CredentialFixture.NO_SESSIONS);
            try (McpClient client = fixture.client(CredentialFixture.NO_SESSIONS, newToken(fixture))) {
                assertThat(CredentialFixture.callWho(client)).isEqualTo("first");
                Files.writeString(file, "second");
                fixture.principalByCredential = value -> value.equals("Bearer second") ? "second" : null;
                assertThat(CredentialFixture.callWho(client))
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
                CredentialFixture created = new CredentialFixture()) {
            CredentialFixture fixture = created.open(
                    new UpstreamCredentials.BearerCredentials(new SecretSource.SecretFile(file)),
                    CredentialFixture.NO_SESSIONS);
            RawHttpClient.assertNoCredentials(fixture, CredentialFixture.NO_SESSIONS, newToken(fixture));
            assertThat(log.capturedText()).contains("invalid in a header").doesNotContain("Gx7");
        }
    }
}
