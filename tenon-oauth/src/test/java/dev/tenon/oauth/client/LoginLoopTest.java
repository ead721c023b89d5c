package dev.tenon.oauth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.ledger.Ledger;
import dev.tenon.oauth.client.Place.Answer;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Issue 20, item 38: login and the next call never loop. What was granted is said, and what the server wants. */
class LoginLoopTest {
    /** Gives no other scope than this, whatever is asked for. */
    private static void grantsOnly(Lab lab, String scope) {
        lab.issuer.place.on("/token", seen -> {
            Answer refused = lab.issuer.handle("/token", seen);
            if (refused.status() != 200) {
                return refused;
            }
            Answer given = lab.issuer.issue(Set.of(scope));
            return new Answer(200, given.headers(), given.body().replace("{", "{\"scope\":\"" + scope + "\","));
        });
    }

    /** Takes every token to connect with, and none to call a tool with. */
    private static void refusesTools(Lab lab) {
        lab.server.place.on("/mcp", seen -> {
            boolean isCall = seen.body().contains("tools/call");
            if (!isCall && seen.header("Authorization") != null) {
                return TestServer.answer(seen.json());
            }
            return Answer.status(401).with("WWW-Authenticate", "Bearer error=\"invalid_token\", scope=\"basic\"");
        });
    }

    @Test
    @Ledger("core/auth-client/step-up-limits")
    void a_person_is_not_asked_again_with_each_call_that_the_server_refuses() throws Exception {
        try (Lab lab = new Lab()) {
            grantsOnly(lab, "basic");
            refusesTools(lab);
            try (McpClient client = Lab.connect(lab.oauth().build())) {
                for (int i = 0; i < 5; i++) {
                    // This is taken, so the token counts as good again.
                    assertThat(client.tools().all()).isNotEmpty();
                    assertThatThrownBy(() -> client.callTool("look", Map.of()))
                            .isInstanceOf(AuthorizationException.class)
                            .hasMessageContaining("does not take the token")
                            .hasMessageContaining("Granted are the scopes \"basic\"")
                            .hasMessageContaining("wants the scopes \"basic\"");
                }
            }
            // To connect, and once more for the first call that was refused.
            assertThat(lab.pages).hasSize(2);
        }
    }

    @Test
    void a_login_that_the_server_does_not_take_fails_at_once() throws Exception {
        try (Lab lab = new Lab()) {
            lab.server.challengedScope = "write";
            lab.issuer.place.on("/token", seen -> {
                Answer given = lab.issuer.handle("/token", seen);
                lab.issuer.good.clear();
                return new Answer(200, given.headers(), given.body().replace("{", "{\"scope\":\"basic\","));
            });
            OAuth oauth = lab.oauth().build();
            assertThatThrownBy(oauth::login)
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("does not take the token")
                    .hasMessageContaining("Granted are the scopes \"basic\"")
                    .hasMessageContaining("wants the scopes \"write\"");
            assertThat(lab.pages).hasSize(1);
        }
    }

    @Test
    void a_call_with_stored_tokens_says_what_it_lacks_and_the_next_login_asks_for_it() throws Exception {
        try (Lab lab = new Lab()) {
            lab.server.challengedScope = "basic";
            lab.server.wanted.put("write", Set.of("write"));
            TokenStore store = TokenStore.inMemory();
            OAuth stored = lab.oauth()
                    .store(store)
                    .grant(new Grant.Stored("Log in, please"))
                    .build();
            assertThat(lab.oauth().store(store).build().login()).isPresent();
            try (McpClient client = Lab.connect(stored)) {
                assertThatThrownBy(() -> client.callTool("write", Map.of()))
                        .isInstanceOf(LoginRequiredException.class)
                        .hasMessageContaining("Granted are the scopes \"basic\"")
                        .hasMessageContaining("wants the scopes \"write\"")
                        .hasMessageContaining("The next login asks for them")
                        .hasMessageContaining("Log in, please");
                assertThat(lab.oauth().store(store).build().login()).isPresent();
                assertThat(TestIssuer.scopes(lab.issuer.authorizations().get(1).get("scope")))
                        .containsExactlyInAnyOrder("basic", "write");
                client.callTool("write", Map.of());
            }
        }
    }

    @Test
    void a_scope_that_was_asked_for_and_not_granted_is_said_to_be_so() throws Exception {
        try (Lab lab = new Lab()) {
            grantsOnly(lab, "basic");
            lab.server.challengedScope = "basic";
            lab.server.wanted.put("write", Set.of("write"));
            TokenStore store = TokenStore.inMemory();
            OAuth stored = lab.oauth()
                    .store(store)
                    .grant(new Grant.Stored("Log in, please"))
                    .build();
            assertThat(lab.oauth().store(store).build().login()).isPresent();
            try (McpClient client = Lab.connect(stored)) {
                assertThatThrownBy(() -> client.callTool("write", Map.of()))
                        .hasMessageContaining("The next login asks for them");
                assertThat(lab.oauth().store(store).build().login()).isPresent();
                assertThatThrownBy(() -> client.callTool("write", Map.of()))
                        .isInstanceOf(AuthorizationException.class)
                        .hasMessageContaining("Granted are the scopes \"basic\"")
                        .hasMessageContaining("asked for, and not granted");
            }
        }
    }
}
