package dev.tenon.oauth.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.coverage.Covers;
import dev.tenon.model.Revision;
import dev.tenon.model.TextContent;
import dev.tenon.oauth.client.OAuthErrorException;
import dev.tenon.oauth.client.PreregisteredClient;
import dev.tenon.oauth.client.token.AccessToken;
import dev.tenon.oauth.client.token.TokenAuth;
import dev.tenon.oauth.client.token.TokenClient;
import dev.tenon.oauth.server.JwtVerifier;
import dev.tenon.oauth.server.OAuthAuthenticator;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Tokens for a gateway from a configured token endpoint of Spring's authorization server. */
@ParameterizedClass(name = "over TLS: {0}")
@MethodSource("dev.tenon.oauth.spring.SpringTestEnvironment#tlsSettings")
class TokenClientTest {
    private static SpringTestEnvironment environment;

    @Parameter
    private boolean secure;

    @BeforeParameterizedClassInvocation
    static void start(boolean secure) throws Exception {
        environment = new SpringTestEnvironment(secure);
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        environment.close();
    }

    private static TokenClient newTokenClient(String id, String secret) {
        return TokenClient.builder(URI.create(environment.authorizationServer.issuer() + "/oauth2/token"))
                .client(PreregisteredClient.of(id).withSecret(secret))
                .tls(environment.tls)
                .build();
    }

    private static String whoami(URI server, Supplier<AccessToken> tokenSource) {
        HttpTarget target =
                ServerTarget.http(server).withTls(environment.tls).withCredentials(TokenAuth.of(tokenSource));
        try (McpClient client =
                McpClient.builder("gateway", "1").revisions(Revision.newest()).connect(target)) {
            return ((TextContent) client.callTool("whoami", Map.of()).content().get(0)).text();
        }
    }

    @Test
    void a_gateway_gets_a_token_for_itself() throws Exception {
        URI upstream = environment.startServer(environment::newJwtAuthenticator);
        TokenClient tokenClient = newTokenClient(ClientRepository.SERVICE, ClientRepository.SECRET);
        assertThat(whoami(upstream, () -> tokenClient.requestToken(upstream, Set.of("files:read"))))
                .isEqualTo(environment.authorizationServer.issuer() + "|service");
    }

    @Test
    @Covers("core/auth-server/no-passthrough")
    void a_gateway_exchanges_the_token_of_a_user() throws Exception {
        URI gateway = URI.create("https://gateway.example.com/mcp");
        // Spring issues an exchanged token for the client that exchanges it.
        URI upstream = environment.startServer(uri -> OAuthAuthenticator.builder(uri.toString())
                .authorizationServer(environment.authorizationServer.issuer())
                .tokenVerifier(JwtVerifier.forAudience(ClientRepository.SERVICE)
                        .issuer(environment.authorizationServer.issuer())
                        .tls(environment.tls)
                        .build())
                .build());
        String aliceToken = environment
                .authorizationClient
                .logIn("alice", ClientRepository.PUBLIC, "files:read", gateway.toString())
                .text("access_token");
        assertThat(new ResourceServerClient(upstream, environment.newHttpClient())
                        .call(aliceToken)
                        .status())
                .isEqualTo(401);
        TokenClient tokenClient = newTokenClient(ClientRepository.SERVICE, ClientRepository.SECRET);
        AccessToken exchanged = tokenClient.exchangeToken(aliceToken, "upstream", Set.of("files:read"));
        assertThat(exchanged.value()).isNotEqualTo(aliceToken);
        assertThat(exchanged.expiresAt()).isNotNull();
        assertThat(exchanged.scopes()).containsExactly("files:read");
        assertThat(whoami(upstream, () -> exchanged)).isEqualTo(environment.authorizationServer.issuer() + "|alice");
    }

    @Test
    void errors_name_the_reason_and_contain_no_secret() {
        assertThatThrownBy(() -> newTokenClient(ClientRepository.SERVICE, "wr0ng-secret-of-a-test")
                        .requestToken(URI.create("https://x.example.com/"), Set.of()))
                .isInstanceOfSatisfying(OAuthErrorException.class, e -> assertThat(e.errorCode())
                        .isEqualTo("invalid_client"))
                .hasMessageNotContaining("wr0ng");
        assertThatThrownBy(() -> newTokenClient(ClientRepository.SERVICE, ClientRepository.SECRET)
                        .exchangeToken("no-token-of-anybody", "x", Set.of()))
                .isInstanceOf(OAuthErrorException.class)
                .hasMessageNotContaining("no-token-of-anybody");
    }
}
