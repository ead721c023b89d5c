package dev.tenon.guard.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import dev.tenon.coverage.support.LogCapture;
import dev.tenon.guard.config.SecretSource;
import dev.tenon.guard.config.UpstreamCredentials;
import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The guard is a resource server for an upstream without authorization. */
class DownstreamAuthenticationTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String KEY = "0123456789abcdef01234567";

    @TempDir
    Path directory;

    private CredentialFixture fixture;

    @BeforeEach
    void createFixture() throws IOException {
        fixture = new CredentialFixture();
        fixture.checkedHeader = "User-Agent";
        fixture.principalByCredential = value -> "anybody";
    }

    private CredentialFixture openFixture() throws IOException {
        return fixture.open(new UpstreamCredentials.NoCredentials(), CredentialFixture.NO_SESSIONS);
    }

    private HttpResponse<String> listTools(String token) throws IOException, InterruptedException {
        String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"_meta\":{"
                + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}";
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        fixture.guardTarget().uri())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "tools/list")
                .POST(BodyPublishers.ofString(body));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return HTTP.send(request.build(), BodyHandlers.ofString());
    }

    private static String challenge(HttpResponse<?> response) {
        return response.headers().firstValue("WWW-Authenticate").orElse("");
    }

    private String token(Consumer<Map<String, Object>> change) {
        Map<String, Object> claims = fixture.issuer.claims(
                TestIssuer.RESOURCE, "ann", "tools", Instant.now().plusSeconds(300));
        change.accept(claims);
        return TestIssuer.sign(claims);
    }

    @Test
    void a_client_without_token_gets_the_metadata_url() throws Exception {
        try (CredentialFixture opened = openFixture()) {
            HttpResponse<String> refused = listTools(null);
            assertThat(refused.statusCode()).isEqualTo(401);
            assertThat(challenge(refused))
                    .contains(
                            "resource_metadata=\"https://guard.example.com/.well-known/oauth-protected-resource/mcp\"")
                    .contains("scope=\"tools\"");
            URI metadata = opened.guardTarget().uri().resolve("/.well-known/oauth-protected-resource/mcp");
            Json output = Json.parse(HTTP.send(HttpRequest.newBuilder(metadata).build(), BodyHandlers.ofString())
                    .body());
            assertThat(output.get("resource")).isEqualTo(Json.of(TestIssuer.RESOURCE));
            assertThat(output.get("authorization_servers").elements()).containsExactly(Json.of(opened.issuer.issuer()));
            assertThat(opened.receivedText()).as("nothing of it goes on").isEmpty();
        }
    }

    @Test
    @Covers("core/security/no-foreign-tokens")
    void only_a_token_for_this_guard_is_accepted() throws Exception {
        try (CredentialFixture opened = openFixture()) {
            assertThat(listTools(token(claims -> {})).statusCode()).isEqualTo(200);
            for (String bad : new String[] {
                token(claims -> claims.put("aud", "https://behind.example.com/mcp")),
                token(claims -> claims.put("aud", java.util.List.of(TestIssuer.RESOURCE, "https://other.example.com"))),
                token(claims -> claims.put("iss", "https://other.example.com")),
                token(claims -> claims.put("exp", Instant.now().minusSeconds(1).getEpochSecond())),
                token(claims -> {}).replaceFirst("\\.[^.]+$", ".AAAA"),
                "no-token"
            }) {
                HttpResponse<String> refused = listTools(bad);
                assertThat(refused.statusCode()).isEqualTo(401);
                assertThat(challenge(refused)).contains("error=\"invalid_token\"");
            }
            assertThat(opened.receivedCredentials).as("upstream requests").hasSizeLessThanOrEqualTo(3);
        }
    }

    @Test
    void a_token_without_the_scope_is_forbidden() throws Exception {
        try (CredentialFixture opened = openFixture()) {
            HttpResponse<String> refused = listTools(token(claims -> claims.put("scope", "mail")));
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(challenge(refused))
                    .contains("error=\"insufficient_scope\"")
                    .contains("scope=\"tools\"");
            assertThat(opened.receivedText()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Revision.class,
            names = {"V2025_11_25", "V2026_07_28"})
    void an_api_key_is_accepted_like_a_token(Revision downstream) throws Exception {
        fixture.environment.put("BACKUP_KEY", KEY);
        fixture.apiKeys = Map.of("backup", new SecretSource.EnvironmentVariable("BACKUP_KEY"));
        try (CredentialFixture opened = openFixture()) {
            assertThat(opened.connectAndCallWho(downstream, KEY)).isEqualTo("anybody");
            assertThat(opened.connectAndCallWho(downstream, token(claims -> {})))
                    .isEqualTo("anybody");
            assertThat(listTools(KEY + "x").statusCode()).isEqualTo(401);
        }
    }

    @Test
    void a_key_is_reloaded_from_its_file() throws Exception {
        Path file = directory.resolve("key");
        Files.writeString(file, KEY);
        fixture.apiKeys = Map.of("backup", new SecretSource.SecretFile(file));
        try (CredentialFixture opened = openFixture()) {
            assertThat(listTools(KEY).statusCode()).isEqualTo(200);
            String other = "fedcba9876543210fedcba98";
            Files.writeString(file, other);
            long until = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            while (listTools(other).statusCode() != 200 && System.nanoTime() < until) {
                Thread.sleep(100);
            }
            assertThat(listTools(other).statusCode()).isEqualTo(200);
            assertThat(listTools(KEY).statusCode()).isEqualTo(401);
        }
    }

    @Test
    void a_missing_or_short_key_is_rejected_and_logged() throws Exception {
        fixture.environment.put("SHORT_KEY", "short");
        fixture.apiKeys = Map.of(
                "gone",
                new SecretSource.EnvironmentVariable("GONE_KEY"),
                "short",
                new SecretSource.EnvironmentVariable("SHORT_KEY"));
        try (LogCapture log = new LogCapture();
                CredentialFixture opened = openFixture()) {
            assertThat(listTools("short").statusCode()).isEqualTo(401);
            assertThat(log.capturedText())
                    .contains("API key is missing and cannot be used: name=gone. Set the environment variable GONE_KEY")
                    .contains("API key is invalid and cannot be used: name=short, cause=The key of short has"
                            + " fewer than 24 characters");
        }
    }

    @Test
    void a_session_belongs_to_its_creator() throws Exception {
        try (CredentialFixture opened = openFixture()) {
            assertThatThrownBy(() -> opened.connectAndCallWho(CredentialFixture.SESSIONS, "no-token"))
                    .hasMessageContaining("401");
            assertThat(opened.connectAndCallWho(CredentialFixture.SESSIONS, token(claims -> {})))
                    .isEqualTo("anybody");
        }
    }
}
