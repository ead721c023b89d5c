package dev.tenon.guard.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.coverage.Covers;
import dev.tenon.coverage.support.LogCapture;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.config.SecretSource;
import dev.tenon.guard.credential.TestIssuer.TokenResponse;
import dev.tenon.model.Revision;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each caller has its own upstream token, exchanged for the caller's token. */
class TokenExchangeTest {
    static Stream<Arguments> eras() {
        return Stream.of(CredentialFixture.SESSIONS, CredentialFixture.NO_SESSIONS)
                .flatMap(downstream -> Stream.of(CredentialFixture.SESSIONS, CredentialFixture.NO_SESSIONS)
                        .map(upstream -> Arguments.of(downstream, upstream)));
    }

    private static Set<String> exchangedTokens(CredentialFixture fixture) {
        return fixture.issuer.tokenRequests.stream()
                .map(request -> request.form().get("subject_token"))
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @MethodSource("eras")
    @Covers("core/auth-server/no-passthrough")
    void callers_have_separate_upstream_identities(Revision downstream, Revision upstream) throws Exception {
        try (CredentialFixture created = new CredentialFixture()) {
            CredentialFixture fixture = created.open(created.tokenExchange(), upstream);
            String ann = fixture.issuer.token("ann", "tools");
            String bob = fixture.issuer.token("bob", "tools");
            String moreScopes = fixture.issuer.token("ann", "tools read");
            try (McpClient first = fixture.client(downstream, ann);
                    McpClient second = fixture.client(downstream, bob);
                    McpClient third = fixture.client(downstream, moreScopes)) {
                for (int i = 0; i < 3; i++) {
                    assertThat(CredentialFixture.callWho(first)).isEqualTo("ann tools");
                    assertThat(CredentialFixture.callWho(second)).isEqualTo("bob tools");
                    assertThat(CredentialFixture.callWho(third))
                            .as("the same caller, with other scopes")
                            .isEqualTo("ann tools read");
                }
            }
            assertThat(fixture.issuer.tokenRequests).as("one exchange for each").hasSize(3);
            assertThat(exchangedTokens(fixture)).containsExactlyInAnyOrder(ann, bob, moreScopes);
            assertThat(fixture.issuer.tokenRequests.get(0).form())
                    .containsEntry("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange")
                    .containsEntry("subject_token_type", "urn:ietf:params:oauth:token-type:access_token")
                    .containsEntry("audience", "behind")
                    .doesNotContainKeys("resource", "client_secret");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Revision.class,
            names = {"V2025_11_25", "V2026_07_28"})
    void a_new_token_with_the_same_rights_is_exchanged_again(Revision upstream) throws Exception {
        try (CredentialFixture created = new CredentialFixture()) {
            CredentialFixture fixture = created.open(created.tokenExchange(), upstream);
            String first = fixture.issuer.token("ann", "tools");
            assertThat(fixture.connectAndCallWho(CredentialFixture.NO_SESSIONS, first))
                    .isEqualTo("ann tools");
            assertThat(fixture.connectAndCallWho(CredentialFixture.NO_SESSIONS, first))
                    .isEqualTo("ann tools");
            assertThat(fixture.issuer.tokenRequests).hasSize(1);
            Map<String, Object> later = fixture.issuer.claims(
                    TestIssuer.RESOURCE, "ann", "tools", Instant.now().plusSeconds(400));
            String second = TestIssuer.sign(later);
            assertThat(fixture.connectAndCallWho(CredentialFixture.NO_SESSIONS, second))
                    .isEqualTo("ann tools");
            assertThat(exchangedTokens(fixture)).containsExactlyInAnyOrder(first, second);
            assertThat(fixture.guard().connectionCount())
                    .as("it shares the connection")
                    .isEqualTo(1);
            assertThat(fixture.connectAndCallWho(CredentialFixture.NO_SESSIONS, first))
                    .as("an older one that is still good")
                    .isEqualTo("ann tools");
            assertThat(fixture.issuer.tokenRequests).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Revision.class,
            names = {"V2025_11_25", "V2026_07_28"})
    void a_session_keeps_its_initial_rights(Revision upstream) throws Exception {
        try (CredentialFixture created = new CredentialFixture()) {
            CredentialFixture fixture = created.open(created.tokenExchange(), upstream);
            String broad = fixture.issuer.token("ann", "tools admin");
            String narrow = fixture.issuer.token("ann", "tools");
            try (RawHttpClient client = new RawHttpClient(fixture, broad)) {
                assertThat(client.call(broad)).contains("ann tools admin");
                assertThat(client.call(narrow))
                        .contains("-32600")
                        .contains("This session was started with other credentials; start a new session");
                assertThat(client.call(fixture.issuer.token("ann", "tools admin")))
                        .contains("ann tools admin");
            }
            assertThat(exchangedTokens(fixture)).doesNotContain(narrow);
        }
    }

    @Test
    void a_suspended_call_is_resumed_with_the_same_rights_only() throws Exception {
        try (CredentialFixture created = new CredentialFixture()) {
            CredentialFixture fixture = created.open(created.tokenExchange(), CredentialFixture.SESSIONS);
            String broad = fixture.issuer.token("ann", "tools admin");
            String narrow = fixture.issuer.token("ann", "tools");
            String state = RawHttpClient.callAskTool(fixture, broad, null);
            assertThat(state).isNotNull();
            assertThatThrownBy(() -> RawHttpClient.callAskTool(fixture, narrow, state))
                    .hasMessageContaining("-32602")
                    .hasMessageContaining("the call has ended");
            assertThat(RawHttpClient.callAskTool(fixture, broad, state)).isNull();
        }
    }

    @Test
    void idle_connections_of_single_callers_are_closed() throws Exception {
        GuardLimits limits = GuardLimits.DEFAULT.withConnectionIdleTimeout(Duration.ofMillis(300));
        try (CredentialFixture created = new CredentialFixture()) {
            CredentialFixture fixture = created.open(
                    created.tokenExchange(), builder -> builder.limits(limits), CredentialFixture.NO_SESSIONS);
            fixture.connectAndCallWho(CredentialFixture.NO_SESSIONS, fixture.issuer.token("ann", "tools"));
            try (McpClient session = fixture.client(CredentialFixture.SESSIONS, fixture.issuer.token("bob", "tools"))) {
                long until = System.nanoTime() + Duration.ofSeconds(10).toNanos();
                while (fixture.guard().connectionCount() != 1 && System.nanoTime() < until) {
                    Thread.sleep(50);
                }
                assertThat(fixture.guard().connectionCount())
                        .as("that of the session")
                        .isEqualTo(1);
                Thread.sleep(1500);
                assertThat(CredentialFixture.callWho(session)).isEqualTo("bob tools");
            }
        }
    }

    @Test
    void an_api_key_cannot_be_exchanged() throws Exception {
        try (LogCapture log = new LogCapture();
                CredentialFixture created = new CredentialFixture()) {
            String key = "0123456789abcdef01234567";
            created.environment.put("KEY", key);
            created.apiKeys = Map.of("backup", new SecretSource.EnvironmentVariable("KEY"));
            CredentialFixture fixture = created.open(created.tokenExchange(), CredentialFixture.NO_SESSIONS);
            RawHttpClient.assertNoCredentials(fixture, CredentialFixture.NO_SESSIONS, key);
            assertThat(log.capturedText())
                    .contains("No credentials for upstream \"tickets\"")
                    .contains("not API keys")
                    .doesNotContain(key);
            assertThat(fixture.issuer.tokenRequests).isEmpty();
            assertThat(fixture.receivedText()).isEmpty();
        }
    }

    @Test
    void an_exchange_that_returns_the_same_token_is_rejected() throws Exception {
        try (LogCapture log = new LogCapture();
                CredentialFixture created = new CredentialFixture()) {
            CredentialFixture fixture = created.open(created.tokenExchange(), CredentialFixture.NO_SESSIONS);
            fixture.issuer.responder = request -> new TokenResponse(
                    200,
                    "{\"access_token\":\"" + request.form().get("subject_token")
                            + "\",\"token_type\":\"Bearer\",\"expires_in\":60}");
            String token = fixture.issuer.token("ann", "tools");
            RawHttpClient.assertNoCredentials(fixture, CredentialFixture.NO_SESSIONS, token);
            assertThat(log.capturedText())
                    .contains("returned the exchanged token itself")
                    .doesNotContain(token);
            assertThat(fixture.receivedText()).doesNotContain(token);
        }
    }

    @Test
    void an_error_that_contains_the_token_is_not_logged() throws Exception {
        try (LogCapture log = new LogCapture();
                CredentialFixture created = new CredentialFixture()) {
            CredentialFixture fixture = created.open(created.tokenExchange(), CredentialFixture.NO_SESSIONS);
            fixture.issuer.responder = request -> new TokenResponse(
                    400,
                    "{\"error\":\"invalid_grant\",\"error_description\":\"bad: "
                            + request.form().get("subject_token") + "\"}");
            String token = fixture.issuer.token("ann", "tools");
            RawHttpClient.assertNoCredentials(fixture, CredentialFixture.NO_SESSIONS, token);
            assertThat(log.capturedText())
                    .contains("upstream \"tickets\"")
                    .contains("issued no token; its error message contains a secret")
                    .contains("does not accept the client's token for an exchange")
                    .doesNotContain(token.substring(0, 30));
        }
    }
}
