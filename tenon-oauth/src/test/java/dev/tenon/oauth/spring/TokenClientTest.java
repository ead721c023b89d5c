package dev.tenon.oauth.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.HttpTarget;
import dev.tenon.client.McpClient;
import dev.tenon.client.Target;
import dev.tenon.ledger.Ledger;
import dev.tenon.model.Revision;
import dev.tenon.model.TextContent;
import dev.tenon.oauth.client.AccessToken;
import dev.tenon.oauth.client.RegisteredClient;
import dev.tenon.oauth.client.TokenAuth;
import dev.tenon.oauth.client.TokenClient;
import dev.tenon.oauth.client.TokenRefusedException;
import dev.tenon.oauth.server.JwtVerifier;
import dev.tenon.oauth.server.ProtectedResource;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens of Spring's authorization server at a token endpoint that is configured, for a gateway that stands in between. */
@ParameterizedClass(name = "over TLS: {0}")
@ValueSource(booleans = {false, true})
class TokenClientTest {
    private static World world;

    @Parameter
    private boolean secure;

    @BeforeParameterizedClassInvocation
    static void start(boolean secure) throws Exception {
        world = new World(secure);
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        world.close();
    }

    private static TokenClient tokens(String id, String secret) {
        return TokenClient.at(URI.create(world.authorization.issuer() + "/oauth2/token"))
                .client(RegisteredClient.of(id).withSecret(secret))
                .tls(world.tls)
                .build();
    }

    private static String whoami(URI server, Supplier<AccessToken> source) {
        HttpTarget target = Target.http(server).withTls(world.tls).withAuth(TokenAuth.of(source));
        try (McpClient client =
                McpClient.named("gateway", "1").revisions(Revision.newest()).connect(target)) {
            return ((TextContent) client.callTool("whoami", Map.of()).content().get(0)).text();
        }
    }

    @Test
    void a_gateway_gets_in_for_itself() throws Exception {
        URI behind = world.serve(world::byJwt);
        TokenClient tokens = tokens(Clients.SERVICE, Clients.SECRET);
        assertThat(whoami(behind, () -> tokens.clientCredentials(behind, Set.of("files:read"))))
                .isEqualTo(world.authorization.issuer() + "|service");
    }

    @Test
    @Ledger("core/auth-server/no-passthrough")
    void a_gateway_gets_in_for_a_person_by_another_token_than_his() throws Exception {
        URI front = URI.create("https://gateway.example.com/mcp");
        // Spring makes a token that is exchanged for the client that exchanges it.
        URI behind = world.serve(uri -> ProtectedResource.at(uri.toString())
                .authorizationServer(world.authorization.issuer())
                .tokens(JwtVerifier.forAudience(Clients.SERVICE)
                        .issuer(world.authorization.issuer())
                        .tls(world.tls)
                        .build())
                .build());
        String alice = world.raw
                .logIn("alice", Clients.PUBLIC, "files:read", front.toString())
                .text("access_token");
        assertThat(new RawServer(behind, world.http()).call(alice).status()).isEqualTo(401);
        TokenClient tokens = tokens(Clients.SERVICE, Clients.SECRET);
        AccessToken exchanged = tokens.exchange(alice, "behind", Set.of("files:read"));
        assertThat(exchanged.value()).isNotEqualTo(alice);
        assertThat(exchanged.expires()).isNotNull();
        assertThat(exchanged.scopes()).containsExactly("files:read");
        assertThat(whoami(behind, () -> exchanged)).isEqualTo(world.authorization.issuer() + "|alice");
    }

    @Test
    void what_is_refused_says_why_and_holds_no_secret() {
        assertThatThrownBy(() -> tokens(Clients.SERVICE, "wr0ng-secret-of-a-test")
                        .clientCredentials(URI.create("https://x.example.com/"), Set.of()))
                .isInstanceOfSatisfying(
                        TokenRefusedException.class, e -> assertThat(e.code()).isEqualTo("invalid_client"))
                .hasMessageNotContaining("wr0ng");
        assertThatThrownBy(() -> tokens(Clients.SERVICE, Clients.SECRET).exchange("no-token-of-anybody", "x", Set.of()))
                .isInstanceOf(TokenRefusedException.class)
                .hasMessageNotContaining("no-token-of-anybody");
    }
}
