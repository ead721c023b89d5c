package dev.tenon.oauth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.tenon.coverage.Covers;
import dev.tenon.oauth.client.StubHttpServer.StubResponse;
import java.net.URI;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Grants without a user. */
class GrantsTest {
    private static final String CLIENT_CREDENTIALS = "io.modelcontextprotocol/oauth-client-credentials";
    private static final String ENTERPRISE = "io.modelcontextprotocol/enterprise-managed-authorization";
    private static final String JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

    private static PreregisteredClient newClientWithSecret() {
        return PreregisteredClient.of("machine").withSecret("SECRET");
    }

    private static String signJwt(ECKey key, String subject) throws Exception {
        SignedJWT jwt = new SignedJWT(
                new JWSHeader(JWSAlgorithm.ES256),
                new JWTClaimsSet.Builder()
                        .subject(subject)
                        .expirationTime(new Date(System.currentTimeMillis() + 60_000))
                        .build());
        jwt.sign(new ECDSASigner(key));
        return jwt.serialize();
    }

    private static void assertNoLogin(OAuthTestEnvironment environment) {
        assertThat(environment.openedPages).isEmpty();
        assertThat(environment.issuer.authorizationRequests()).isEmpty();
        assertThat(environment.issuer.httpServer.requestsFor("/register")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"client_secret_basic", "client_secret_post"})
    @Covers({
        "ext-auth/auth-client/cc-authenticate",
        "ext-auth/auth-client/cc-conform",
        "ext-auth/auth-client/cc-declare"
    })
    void a_client_authenticates_with_its_secret_and_declares_the_extension(String method) throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.issuer.metadata.put("token_endpoint_auth_methods_supported", List.of(method));
            environment.server.challengedScope = "a b";
            OAuthTestEnvironment.callToolOnce(environment
                    .newClientBuilder()
                    .client(newClientWithSecret())
                    .grant(new Grant.ClientCredentials())
                    .build());
            Map<String, String> tokenRequest =
                    environment.issuer.tokenRequests().get(0);
            assertThat(tokenRequest)
                    .containsEntry("grant_type", "client_credentials")
                    .containsEntry("resource", environment.server.url());
            assertThat(TestIssuer.parseScopes(tokenRequest.get("scope"))).containsExactlyInAnyOrder("a", "b");
            String header =
                    environment.issuer.httpServer.requestsFor("/token").get(0).header("Authorization");
            if (method.equals("client_secret_basic")) {
                assertThat(header)
                        .isEqualTo("Basic " + Base64.getEncoder().encodeToString("machine:SECRET".getBytes()));
            } else {
                assertThat(tokenRequest).containsEntry("client_secret", "SECRET");
            }
            assertNoLogin(environment);
            assertThat(environment.server.httpServer.requestsFor("/mcp"))
                    .allSatisfy(request -> assertThat(request.body()).contains("\"" + CLIENT_CREDENTIALS + "\":{}"));
        }
    }

    @Test
    @Covers({"ext-auth/auth-client/cc-authenticate", "ext-auth/auth-client/cc-security"})
    void a_client_authenticates_with_its_key_and_a_new_assertion_for_the_issuer() throws Exception {
        ECKey key = new ECKeyGenerator(Curve.P_256).generate();
        String pem = "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(key.toECPrivateKey().getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.issuer.metadata.put("token_endpoint_auth_methods_supported", List.of("private_key_jwt"));
            environment.issuer.issuesRefreshTokens = false;
            OAuthClient oauth = environment
                    .newClientBuilder()
                    .client(PreregisteredClient.of("machine")
                            .withKey(ClientSigningKey.ofPem("ES256", pem).withId("k1")))
                    .grant(new Grant.ClientCredentials())
                    .build();
            OAuthTestEnvironment.callToolOnce(oauth);
            environment.issuer.accessTokens.clear();
            OAuthTestEnvironment.callToolOnce(oauth);
            assertThat(environment.issuer.tokenRequests()).hasSize(2);
            SignedJWT first =
                    SignedJWT.parse(environment.issuer.tokenRequests().get(0).get("client_assertion"));
            SignedJWT second =
                    SignedJWT.parse(environment.issuer.tokenRequests().get(1).get("client_assertion"));
            assertThat(first.verify(new ECDSAVerifier(key))).isTrue();
            assertThat(first.getHeader().getKeyID()).isEqualTo("k1");
            assertThat(first.getJWTClaimsSet().getAudience()).containsExactly(environment.issuer.issuer());
            assertThat(first.getJWTClaimsSet().getIssuer()).isEqualTo("machine");
            assertThat(first.getJWTClaimsSet().getSubject()).isEqualTo("machine");
            assertThat(first.getJWTClaimsSet().getExpirationTime())
                    .isBefore(new Date(System.currentTimeMillis() + 600_000));
            assertThat(first.getJWTClaimsSet().getJWTID())
                    .isNotEqualTo(second.getJWTClaimsSet().getJWTID());
            assertNoLogin(environment);
        }
    }

    @Test
    @Covers("ext-auth/auth-client/cc-conform")
    void these_grants_require_a_preregistered_client() {
        for (PreregisteredClient client : new PreregisteredClient[] {null, PreregisteredClient.of("public")}) {
            OAuthClientBuilder builder =
                    OAuthClient.builder("https://example.com/mcp").grant(new Grant.ClientCredentials());
            if (client != null) {
                builder.client(client);
            }
            assertThatThrownBy(builder::build)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("registered client");
        }
        assertThatThrownBy(() -> PreregisteredClient.of("a").withAuthMethod(TokenEndpointAuthMethod.SECRET_BASIC))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() ->
                        ClientSigningKey.ofPem("ES256", "-----BEGIN PRIVATE KEY-----SECRET-----END PRIVATE KEY-----"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("SECRET");
        assertThatThrownBy(() -> ClientSigningKey.ofPem("HS256", "")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_workload_authenticates_with_the_assertion_of_its_platform_once() throws Exception {
        ECKey key = new ECKeyGenerator(Curve.P_256).generate();
        String assertion = signJwt(key, "workload");
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            OAuthClient oauth = environment
                    .newClientBuilder()
                    .client(PreregisteredClient.of("workload"))
                    .grant(new Grant.WorkloadIdentity(() -> assertion))
                    .build();
            OAuthTestEnvironment.callToolOnce(oauth);
            assertThat(environment.issuer.tokenRequests().get(0))
                    .containsEntry("grant_type", JWT_BEARER)
                    .containsEntry("assertion", assertion)
                    .containsEntry("client_id", "workload")
                    .containsEntry("resource", environment.server.url());
            assertNoLogin(environment);
        }
        for (String code : List.of("invalid_grant", "invalid_scope", "unauthorized_client")) {
            try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
                environment.issuer.httpServer.setHandler("/token", request -> TestIssuer.createError(code));
                OAuthClient oauth = environment
                        .newClientBuilder()
                        .client(PreregisteredClient.of("workload"))
                        .grant(new Grant.WorkloadIdentity(() -> assertion))
                        .build();
                assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(oauth))
                        .isInstanceOf(AuthorizationException.class)
                        .hasMessageContaining(code)
                        .hasMessageNotContaining(assertion);
                assertThat(environment.issuer.tokenRequests()).hasSize(1);
                assertNoLogin(environment);
            }
        }
    }

    @Test
    @Covers({
        "ext-auth/auth-client/ema-token-exchange",
        "ext-auth/auth-client/ema-jwt-bearer",
        "ext-auth/auth-client/ema-declare"
    })
    void enterprise_managed_authorization_needs_no_login_page() throws Exception {
        ECKey key = new ECKeyGenerator(Curve.P_256).generate();
        String idJag = signJwt(key, "jag");
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment();
                StubHttpServer provider = new StubHttpServer()) {
            provider.setHandler(
                    "/token",
                    request -> StubResponse.ofJson(Map.of(
                            "access_token", idJag,
                            "issued_token_type", "urn:ietf:params:oauth:token-type:id-jag",
                            "token_type", "N_A")));
            environment.issuer.metadata.put("token_endpoint_auth_methods_supported", List.of("client_secret_basic"));
            environment.server.challengedScope = "a";
            Grant grant = new Grant.EnterpriseManagedAuthorization(
                    URI.create(provider.baseUrl() + "/token"),
                    PreregisteredClient.of("at-idp"),
                    () -> "SECRET.id.token");
            OAuthTestEnvironment.callToolOnce(environment
                    .newClientBuilder()
                    .client(newClientWithSecret())
                    .grant(grant)
                    .build());
            assertThat(provider.requestsFor("/token").get(0).formParameters())
                    .containsEntry("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange")
                    .containsEntry("requested_token_type", "urn:ietf:params:oauth:token-type:id-jag")
                    .containsEntry("audience", environment.issuer.issuer())
                    .containsEntry("resource", environment.server.url())
                    .containsEntry("subject_token", "SECRET.id.token")
                    .containsEntry("subject_token_type", "urn:ietf:params:oauth:token-type:id_token")
                    .containsEntry("scope", "a")
                    .containsEntry("client_id", "at-idp");
            assertThat(environment.issuer.tokenRequests().get(0))
                    .containsEntry("grant_type", JWT_BEARER)
                    .containsEntry("assertion", idJag);
            assertThat(environment
                            .issuer
                            .httpServer
                            .requestsFor("/token")
                            .get(0)
                            .header("Authorization"))
                    .startsWith("Basic ");
            assertNoLogin(environment);
            assertThat(environment.server.httpServer.requestsFor("/mcp"))
                    .allSatisfy(request -> assertThat(request.body()).contains("\"" + ENTERPRISE + "\":{}"));
            assertThat(grant.toString()).doesNotContain("SECRET");
        }
    }

    @Test
    @Covers("ext-auth/auth-client/ema-token-exchange")
    void a_token_that_is_not_an_id_jag_is_rejected() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment();
                StubHttpServer provider = new StubHttpServer()) {
            provider.setHandler(
                    "/token", request -> StubResponse.ofJson(Map.of("access_token", "SECRET", "token_type", "Bearer")));
            Grant grant = new Grant.EnterpriseManagedAuthorization(
                    URI.create(provider.baseUrl() + "/token"),
                    PreregisteredClient.of("at-idp"),
                    () -> "SECRET.id.token");
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(environment
                            .newClientBuilder()
                            .client(newClientWithSecret())
                            .grant(grant)
                            .build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("did not issue an ID-JAG")
                    .hasMessageNotContaining("SECRET");
            assertThat(environment.issuer.tokenRequests()).isEmpty();
        }
    }

    @Test
    void without_stored_tokens_a_login_is_required() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            TokenStore store = TokenStore.inMemory();
            OAuthClient stored = environment
                    .newClientBuilder()
                    .tokenStore(store)
                    .grant(new Grant.StoredTokens("Log in, please"))
                    .build();
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(stored))
                    .isInstanceOf(LoginRequiredException.class)
                    .hasMessageContaining("Log in, please");
            assertThat(environment.newClientBuilder().tokenStore(store).build().login())
                    .isPresent();
            OAuthTestEnvironment.callToolOnce(stored);
            environment.issuer.accessTokens.clear();
            OAuthTestEnvironment.callToolOnce(stored);
            assertThat(environment.openedPages).hasSize(1);
        }
    }

    @Test
    void a_server_without_authentication_requires_no_login() throws Exception {
        try (StubHttpServer server = new StubHttpServer()) {
            server.setHandler("/mcp", request -> TestServer.createResult(request.json()));
            assertThat(OAuthClient.builder(server.baseUrl() + "/mcp").build().login())
                    .isEmpty();
        }
    }

    /** Issue 20, item 38: a logout reports which tokens were revoked, and why others were not. */
    @Test
    void a_logout_reports_revocations_and_always_deletes_tokens() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            OAuthClient oauth = environment.newClientBuilder().build();
            assertThat(oauth.logout()).isEqualTo(LogoutResult.NO_TOKENS);
            oauth.login();
            LogoutResult unsupported = oauth.logout();
            assertThat(unsupported.refreshToken()).isEqualTo(LogoutResult.RevocationOutcome.DELETED_LOCALLY);
            assertThat(unsupported.accessToken()).isEqualTo(LogoutResult.RevocationOutcome.DELETED_LOCALLY);
            assertThat(unsupported.accessTokenExpiry()).isNotNull();
            assertThat(unsupported.problem()).contains("does not support revocation");
            assertThat(oauth.currentLogin()).isEmpty();
            environment.issuer.metadata.put("revocation_endpoint", environment.issuer.issuer() + "/revoke");
            environment.issuer.httpServer.setHandler("/revoke", request -> StubResponse.ofStatus(200));
            oauth.login();
            assertThat(oauth.logout())
                    .isEqualTo(new LogoutResult(
                            LogoutResult.RevocationOutcome.REVOKED,
                            LogoutResult.RevocationOutcome.REVOKED,
                            null,
                            null));
            assertThat(environment.issuer.httpServer.requestsFor("/revoke").stream()
                            .map(request -> request.formParameters().get("token")))
                    .hasSize(2)
                    .first()
                    .asString()
                    .startsWith("refresh-");
            oauth.login();
            environment.issuer.httpServer.removeHandler("/revoke");
            assertThat(oauth.logout().problem()).contains("HTTP status 404");
            assertThat(oauth.headers("POST", URI.create(environment.server.url())))
                    .isEmpty();
        }
    }

    /** Issue 20, item 38: many authorization servers revoke refresh tokens only. */
    @Test
    void a_logout_reports_each_token() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.issuer.metadata.put("revocation_endpoint", environment.issuer.issuer() + "/revoke");
            environment.issuer.httpServer.setHandler(
                    "/revoke",
                    request -> request.formParameters().get("token").startsWith("access-")
                            ? TestIssuer.createError("unsupported_token_type")
                            : StubResponse.ofStatus(200));
            OAuthClient oauth = environment.newClientBuilder().build();
            oauth.login();
            LogoutResult partial = oauth.logout();
            assertThat(partial.refreshToken()).isEqualTo(LogoutResult.RevocationOutcome.REVOKED);
            assertThat(partial.accessToken()).isEqualTo(LogoutResult.RevocationOutcome.DELETED_LOCALLY);
            assertThat(partial.problem())
                    .contains("the access token", "unsupported_token_type")
                    .doesNotContain("access-");
            environment.issuer.issuesRefreshTokens = false;
            oauth.login();
            assertThat(oauth.logout().refreshToken()).isEqualTo(LogoutResult.RevocationOutcome.ABSENT);
            oauth.login();
            environment.issuer.httpServer.removeHandler(TestIssuer.METADATA);
            LogoutResult unreachable = oauth.logout();
            assertThat(unreachable.accessToken()).isEqualTo(LogoutResult.RevocationOutcome.DELETED_LOCALLY);
            assertThat(unreachable.problem()).contains("no metadata");
            assertThat(oauth.currentLogin()).isEmpty();
        }
    }
}
