package dev.tenon.guard.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.coverage.Covers;
import dev.tenon.coverage.support.LogCapture;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.config.SecretSource;
import dev.tenon.guard.credential.TestIssuer.Answer;
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
class ExchangeTest {
    static Stream<Arguments> eras() {
        return Stream.of(CredentialFixture.SESSIONS, CredentialFixture.NO_SESSIONS)
                .flatMap(downstream -> Stream.of(CredentialFixture.SESSIONS, CredentialFixture.NO_SESSIONS)
                        .map(upstream -> Arguments.of(downstream, upstream)));
    }

    private static Set<String> exchanged(CredentialFixture world) {
        return world.issuer.asked.stream()
                .map(asked -> asked.form().get("subject_token"))
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @MethodSource("eras")
    @Covers("core/auth-server/no-passthrough")
    void callers_have_separate_upstream_identities(Revision downstream, Revision upstream) throws Exception {
        try (CredentialFixture opened = new CredentialFixture()) {
            CredentialFixture world = opened.open(opened.exchange(), upstream);
            String ann = world.issuer.token("ann", "tools");
            String bob = world.issuer.token("bob", "tools");
            String little = world.issuer.token("ann", "tools read");
            try (McpClient first = world.client(downstream, ann);
                    McpClient second = world.client(downstream, bob);
                    McpClient third = world.client(downstream, little)) {
                for (int i = 0; i < 3; i++) {
                    assertThat(CredentialFixture.who(first)).isEqualTo("ann tools");
                    assertThat(CredentialFixture.who(second)).isEqualTo("bob tools");
                    assertThat(CredentialFixture.who(third))
                            .as("the same caller, with other scopes")
                            .isEqualTo("ann tools read");
                }
            }
            assertThat(world.issuer.asked).as("one exchange for each").hasSize(3);
            assertThat(exchanged(world)).containsExactlyInAnyOrder(ann, bob, little);
            assertThat(world.issuer.asked.get(0).form())
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
        try (CredentialFixture opened = new CredentialFixture()) {
            CredentialFixture world = opened.open(opened.exchange(), upstream);
            String first = world.issuer.token("ann", "tools");
            assertThat(world.visit(CredentialFixture.NO_SESSIONS, first)).isEqualTo("ann tools");
            assertThat(world.visit(CredentialFixture.NO_SESSIONS, first)).isEqualTo("ann tools");
            assertThat(world.issuer.asked).hasSize(1);
            Map<String, Object> later = world.issuer.claims(
                    TestIssuer.RESOURCE, "ann", "tools", Instant.now().plusSeconds(400));
            String second = TestIssuer.sign(later);
            assertThat(world.visit(CredentialFixture.NO_SESSIONS, second)).isEqualTo("ann tools");
            assertThat(exchanged(world)).containsExactlyInAnyOrder(first, second);
            assertThat(world.guard().connectionCount())
                    .as("it shares the connection")
                    .isEqualTo(1);
            assertThat(world.visit(CredentialFixture.NO_SESSIONS, first))
                    .as("an older one that is still good")
                    .isEqualTo("ann tools");
            assertThat(world.issuer.asked).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Revision.class,
            names = {"V2025_11_25", "V2026_07_28"})
    void a_session_keeps_its_initial_rights(Revision upstream) throws Exception {
        try (CredentialFixture opened = new CredentialFixture()) {
            CredentialFixture world = opened.open(opened.exchange(), upstream);
            String broad = world.issuer.token("ann", "tools admin");
            String narrow = world.issuer.token("ann", "tools");
            try (TokenRequests talk = new TokenRequests(world, broad)) {
                assertThat(talk.call(broad)).contains("ann tools admin");
                assertThat(talk.call(narrow))
                        .contains("-32600")
                        .contains("This session was started with other credentials; start a new session");
                assertThat(talk.call(world.issuer.token("ann", "tools admin"))).contains("ann tools admin");
            }
            assertThat(exchanged(world)).doesNotContain(narrow);
        }
    }

    @Test
    void a_suspended_call_is_resumed_with_the_same_rights_only() throws Exception {
        try (CredentialFixture opened = new CredentialFixture()) {
            CredentialFixture world = opened.open(opened.exchange(), CredentialFixture.SESSIONS);
            String broad = world.issuer.token("ann", "tools admin");
            String narrow = world.issuer.token("ann", "tools");
            String state = TokenRequests.ask(world, broad, null);
            assertThat(state).isNotNull();
            assertThatThrownBy(() -> TokenRequests.ask(world, narrow, state))
                    .hasMessageContaining("-32602")
                    .hasMessageContaining("the call has ended");
            assertThat(TokenRequests.ask(world, broad, state)).isNull();
        }
    }

    @Test
    void idle_connections_of_single_callers_are_closed() throws Exception {
        GuardLimits limits = GuardLimits.DEFAULT.withConnectionIdleTimeout(Duration.ofMillis(300));
        try (CredentialFixture opened = new CredentialFixture()) {
            CredentialFixture world =
                    opened.open(opened.exchange(), builder -> builder.limits(limits), CredentialFixture.NO_SESSIONS);
            world.visit(CredentialFixture.NO_SESSIONS, world.issuer.token("ann", "tools"));
            try (McpClient session = world.client(CredentialFixture.SESSIONS, world.issuer.token("bob", "tools"))) {
                long until = System.nanoTime() + Duration.ofSeconds(10).toNanos();
                while (world.guard().connectionCount() != 1 && System.nanoTime() < until) {
                    Thread.sleep(50);
                }
                assertThat(world.guard().connectionCount())
                        .as("that of the session")
                        .isEqualTo(1);
                Thread.sleep(1500);
                assertThat(CredentialFixture.who(session)).isEqualTo("bob tools");
            }
        }
    }

    @Test
    void an_api_key_cannot_be_exchanged() throws Exception {
        try (LogCapture log = new LogCapture();
                CredentialFixture opened = new CredentialFixture()) {
            String key = "0123456789abcdef01234567";
            opened.environment.put("KEY", key);
            opened.apiKeys = Map.of("backup", new SecretSource.EnvironmentVariable("KEY"));
            CredentialFixture world = opened.open(opened.exchange(), CredentialFixture.NO_SESSIONS);
            TokenRequests.hasNoCredentials(world, CredentialFixture.NO_SESSIONS, key);
            assertThat(log.capturedText())
                    .contains("No credentials for upstream \"tickets\"")
                    .contains("not API keys")
                    .doesNotContain(key);
            assertThat(world.issuer.asked).isEmpty();
            assertThat(world.heard()).isEmpty();
        }
    }

    @Test
    void an_exchange_that_returns_the_same_token_is_rejected() throws Exception {
        try (LogCapture log = new LogCapture();
                CredentialFixture opened = new CredentialFixture()) {
            CredentialFixture world = opened.open(opened.exchange(), CredentialFixture.NO_SESSIONS);
            world.issuer.answer = asked -> new Answer(
                    200,
                    "{\"access_token\":\"" + asked.form().get("subject_token")
                            + "\",\"token_type\":\"Bearer\",\"expires_in\":60}");
            String token = world.issuer.token("ann", "tools");
            TokenRequests.hasNoCredentials(world, CredentialFixture.NO_SESSIONS, token);
            assertThat(log.capturedText())
                    .contains("returned the exchanged token itself")
                    .doesNotContain(token);
            assertThat(world.heard()).doesNotContain(token);
        }
    }

    @Test
    void an_error_that_contains_the_token_is_not_logged() throws Exception {
        try (LogCapture log = new LogCapture();
                CredentialFixture opened = new CredentialFixture()) {
            CredentialFixture world = opened.open(opened.exchange(), CredentialFixture.NO_SESSIONS);
            world.issuer.answer = asked -> new Answer(
                    400,
                    "{\"error\":\"invalid_grant\",\"error_description\":\"bad: "
                            + asked.form().get("subject_token") + "\"}");
            String token = world.issuer.token("ann", "tools");
            TokenRequests.hasNoCredentials(world, CredentialFixture.NO_SESSIONS, token);
            assertThat(log.capturedText())
                    .contains("upstream \"tickets\"")
                    .contains("issued no token; its error message contains a secret")
                    .contains("does not accept the client's token for an exchange")
                    .doesNotContain(token.substring(0, 30));
        }
    }
}
