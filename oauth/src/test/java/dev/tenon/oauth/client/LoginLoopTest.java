package dev.tenon.oauth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.CredentialsProvider.UnauthorizedResponse;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.coverage.Covers;
import dev.tenon.oauth.client.StubHttpServer.Answer;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Issue 20, item 38: a login and the next call never loop. Errors name the granted and the required scopes. */
class LoginLoopTest {
    /** Only grants this scope, regardless of the request. */
    private static void grantsOnly(OAuthTestEnvironment lab, String scope) {
        lab.issuer.place.on("/token", seen -> {
            Answer refused = lab.issuer.handle("/token", seen);
            if (refused.status() != 200) {
                return refused;
            }
            Answer given = lab.issuer.issue(Set.of(scope));
            return new Answer(200, given.headers(), given.body().replace("{", "{\"scope\":\"" + scope + "\","));
        });
    }

    /** Accepts every token for connecting, and none for calling a tool. */
    private static void refusesTools(OAuthTestEnvironment lab) {
        lab.server.place.on("/mcp", seen -> {
            boolean isCall = seen.body().contains("tools/call");
            if (!isCall && seen.header("Authorization") != null) {
                return TestServer.answer(seen.json());
            }
            return Answer.status(401).with("WWW-Authenticate", "Bearer error=\"invalid_token\", scope=\"basic\"");
        });
    }

    @Test
    @Covers("core/auth-client/step-up-limits")
    void a_person_is_not_asked_again_with_each_call_that_the_server_refuses() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            grantsOnly(lab, "basic");
            refusesTools(lab);
            try (McpClient client = OAuthTestEnvironment.connect(lab.oauth().build())) {
                for (int i = 0; i < 5; i++) {
                    // This is taken, so the token counts as good again.
                    assertThat(client.tools().toList()).isNotEmpty();
                    assertThatThrownBy(() -> client.callTool("look", Map.of()))
                            .isInstanceOf(AuthorizationException.class)
                            .hasMessageContaining("rejects the token")
                            .hasMessageContaining("Granted: the scopes \"basic\"")
                            .hasMessageContaining("required: the scopes \"basic\"");
                }
            }
            // To connect, and once more for the first call that was refused.
            assertThat(lab.pages).hasSize(2);
        }
    }

    @Test
    void a_login_that_the_server_does_not_take_fails_at_once() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.server.challengedScope = "write";
            lab.issuer.place.on("/token", seen -> {
                Answer given = lab.issuer.handle("/token", seen);
                lab.issuer.good.clear();
                return new Answer(200, given.headers(), given.body().replace("{", "{\"scope\":\"basic\","));
            });
            OAuthClient oauth = lab.oauth().build();
            assertThatThrownBy(oauth::login)
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("rejects the token")
                    .hasMessageContaining("Granted: the scopes \"basic\"")
                    .hasMessageContaining("required: the scopes \"write\"");
            assertThat(lab.pages).hasSize(1);
        }
    }

    @Test
    void a_call_with_stored_tokens_says_what_it_lacks_and_the_next_login_asks_for_it() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.server.challengedScope = "basic";
            lab.server.wanted.put("write", Set.of("write"));
            TokenStore store = TokenStore.inMemory();
            OAuthClient stored = lab.oauth()
                    .tokenStore(store)
                    .grant(new Grant.StoredTokens("Log in, please"))
                    .build();
            assertThat(lab.oauth().tokenStore(store).build().login()).isPresent();
            try (McpClient client = OAuthTestEnvironment.connect(stored)) {
                assertThatThrownBy(() -> client.callTool("write", Map.of()))
                        .isInstanceOf(LoginRequiredException.class)
                        .hasMessageContaining("Granted: the scopes \"basic\"")
                        .hasMessageContaining("required: the scopes \"write\"")
                        .hasMessageContaining("The next login requests them")
                        .hasMessageContaining("Log in, please");
                assertThat(lab.oauth().tokenStore(store).build().login()).isPresent();
                assertThat(TestIssuer.scopes(lab.issuer.authorizations().get(1).get("scope")))
                        .containsExactlyInAnyOrder("basic", "write");
                client.callTool("write", Map.of());
            }
        }
    }

    @Test
    void a_scope_that_was_requested_but_not_granted_is_reported() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            grantsOnly(lab, "basic");
            lab.server.challengedScope = "basic";
            lab.server.wanted.put("write", Set.of("write"));
            TokenStore store = TokenStore.inMemory();
            OAuthClient stored = lab.oauth()
                    .tokenStore(store)
                    .grant(new Grant.StoredTokens("Log in, please"))
                    .build();
            assertThat(lab.oauth().tokenStore(store).build().login()).isPresent();
            try (McpClient client = OAuthTestEnvironment.connect(stored)) {
                assertThatThrownBy(() -> client.callTool("write", Map.of()))
                        .hasMessageContaining("The next login requests them");
                assertThat(lab.oauth().tokenStore(store).build().login()).isPresent();
                assertThatThrownBy(() -> client.callTool("write", Map.of()))
                        .isInstanceOf(AuthorizationException.class)
                        .hasMessageContaining("Granted: the scopes \"basic\"")
                        .hasMessageContaining("requested, but not granted");
            }
        }
    }

    private static final UnauthorizedResponse REFUSED =
            new UnauthorizedResponse(401, URI.create("http://any"), Map.of(), List.of(), Map.of());

    /** Accepts every token for connecting; rejects a tool call with a different scope each time. */
    private static AtomicInteger wantsOtherScopes(OAuthTestEnvironment lab, int status, String error) {
        AtomicInteger refusals = new AtomicInteger();
        lab.server.place.on("/mcp", seen -> {
            boolean isCall = seen.body().contains("tools/call");
            if (!isCall && seen.header("Authorization") != null) {
                return TestServer.answer(seen.json());
            }
            String scope = "scope-" + refusals.incrementAndGet();
            return Answer.status(isCall ? status : 401)
                    .with("WWW-Authenticate", "Bearer error=\"" + error + "\", scope=\"" + scope + "\"");
        });
        return refusals;
    }

    private static void isRefusedOften(McpClient client) {
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> client.callTool("look", Map.of())).isInstanceOf(ConnectionFailedException.class);
        }
        assertThatThrownBy(() -> client.callTool("look", Map.of()))
                .isInstanceOf(AuthorizationException.class)
                .hasMessageContaining("has caused 5 logins within ten minutes")
                .hasMessageContaining("OAuthClient.login()");
    }

    /**
     * Issue 20, "it holds": a server causes a few logins in ten minutes, whatever scopes it names; explicit logins have
     * no limit.
     */
    @ParameterizedTest
    @CsvSource({"401, invalid_token", "403, insufficient_scope"})
    void a_server_that_names_other_scopes_each_time_causes_few_logins(int status, String error) throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            AtomicInteger refusals = wantsOtherScopes(lab, status, error);
            RefreshTest.Hands clock = new RefreshTest.Hands();
            OAuthClient oauth = lab.oauth().clock(clock).build();
            try (McpClient client = OAuthTestEnvironment.connect(oauth)) {
                isRefusedOften(client);
                assertThat(lab.pages).hasSize(5);

                String last = "scope-" + refusals;
                assertThat(oauth.login()).isPresent();
                assertThat(lab.pages).hasSize(6);
                String asked = lab.issuer.authorizations().get(5).get("scope");
                assertThat(TestIssuer.scopes(asked))
                        .as("what the last refusal named")
                        .contains("scope-16");

                clock.pass(Duration.ofMinutes(10));
                isRefusedOften(client);
                assertThat(lab.pages).hasSize(11);
            }
        }
    }

    /** Issue 20, "it holds": the same for a server that names a different authorization server each time. */
    @Test
    void a_server_that_names_another_authorization_server_each_time_causes_few_logins() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment();
                TestIssuer other = new TestIssuer()) {
            AtomicInteger refusals = new AtomicInteger();
            lab.server.place.on("/mcp", seen -> {
                if (!seen.body().contains("tools/call") && seen.header("Authorization") != null) {
                    return TestServer.answer(seen.json());
                }
                TestIssuer named = refusals.incrementAndGet() % 2 == 0 ? other : lab.issuer;
                lab.server.metadata.put("authorization_servers", List.of(named.issuer()));
                return Answer.status(401).with("WWW-Authenticate", "Bearer");
            });
            try (McpClient client = OAuthTestEnvironment.connect(lab.oauth().build())) {
                isRefusedOften(client);
            }
            assertThat(lab.pages).hasSize(5);
        }
    }

    /**
     * Issue 20, "it holds": the same for logins that fail, as with a stream that is opened again while the user is
     * absent.
     */
    @Test
    void a_person_who_does_not_log_in_is_asked_a_few_times() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            OAuthClient oauth = lab.oauth()
                    .browser(page -> {
                        lab.pages.add(page);
                        return false;
                    })
                    .build();
            for (int i = 0; i < 5; i++) {
                assertThatThrownBy(() -> oauth.renew(REFUSED)).hasMessageContaining("could not be shown");
            }
            int before = lab.issuer.place.seen("/register").size();
            assertThatThrownBy(() -> oauth.renew(REFUSED)).hasMessageContaining("has caused 5 logins");
            assertThat(lab.issuer.place.seen("/register")).hasSize(before);
            assertThatThrownBy(oauth::login).hasMessageContaining("could not be shown");
            assertThat(lab.pages).hasSize(6);
        }
    }

    /** Issue 20, "it holds": only pages that the user is shown count. */
    @Test
    void an_authorization_server_that_fails_before_the_page_takes_nothing_from_the_bound() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.issuer.place.on("/register", seen -> Answer.status(503));
            OAuthClient oauth = lab.oauth().build();
            for (int i = 0; i < 6; i++) {
                assertThatThrownBy(() -> oauth.renew(REFUSED)).isInstanceOf(AuthorizationException.class);
            }
            lab.issuer.place.on("/register", seen -> lab.issuer.handle("/register", seen));
            assertThat(oauth.renew(REFUSED)).isTrue();
            assertThat(lab.pages).hasSize(1);
        }
    }
}
