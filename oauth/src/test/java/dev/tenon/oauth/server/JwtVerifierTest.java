package dev.tenon.oauth.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import dev.tenon.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The settings of the JWT verifier. */
class JwtVerifierTest {
    private final Issuer issuer = new Issuer();
    private final long now = Instant.now().getEpochSecond();

    @Test
    void the_claims_of_a_token_are_available() {
        VerifiedToken token = ProtectedTestServer.newJwtVerifierBuilder()
                .build()
                .verify(issuer.issueToken(claims -> {
                    claims.put("scope", "a b  c");
                    claims.put("exp", now + 100);
                    claims.put("tenant", "t1");
                }));

        assertThat(token.name()).isEqualTo("https://login.example.com|ann");
        assertThat(token.scopes()).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(token.expires()).isEqualTo(Instant.ofEpochSecond(now + 100));
        assertThat(token.claims()).containsEntry("tenant", Json.of("t1"));
        assertThat(token.boundKey()).isNull();
        assertThat(token.toString()).doesNotContain("t1");
    }

    @Test
    void common_types_algorithms_and_audience_forms_are_accepted() {
        JwtVerifier verifier = ProtectedTestServer.newJwtVerifierBuilder().build();
        for (String type : new String[] {"at+jwt", "AT+JWT", "application/at+jwt", "JWT", null}) {
            verifier.verify(Issuer.sign(Issuer.rsaKey(), JWSAlgorithm.RS256, type, issuer.claims()));
        }
        for (JWSAlgorithm algorithm : List.of(
                JWSAlgorithm.RS256,
                JWSAlgorithm.RS384,
                JWSAlgorithm.RS512,
                JWSAlgorithm.PS256,
                JWSAlgorithm.PS384,
                JWSAlgorithm.PS512)) {
            verifier.verify(Issuer.sign(Issuer.rsaKey(), algorithm, "JWT", issuer.claims()));
        }
        verifier.verify(Issuer.sign(Issuer.ecKey(), JWSAlgorithm.ES256, "JWT", issuer.claims()));
        verifier.verify(issuer.issueToken(claims -> claims.put("aud", List.of(Issuer.RESOURCE))));
        verifier.verify(issuer.issueToken(claims -> claims.put("typ", "Bearer")));
        verifier.verify(issuer.issueToken(claims -> claims.put("token_use", "access")));
    }

    @Test
    void scopes_are_read_from_the_usual_claims() {
        JwtVerifier defaultVerifier =
                ProtectedTestServer.newJwtVerifierBuilder().build();
        JwtVerifier roleVerifier =
                ProtectedTestServer.newJwtVerifierBuilder().scopeClaims("roles").build();
        String scopesAsString = issuer.issueToken(claims -> {
            claims.remove("scope");
            claims.put("scp", "a b");
        });
        String scopesAsList = issuer.issueToken(claims -> {
            claims.remove("scope");
            claims.put("scp", List.of("a", "b"));
            claims.put("roles", List.of("admin"));
        });

        assertThat(defaultVerifier.verify(scopesAsString).scopes()).containsExactlyInAnyOrder("a", "b");
        assertThat(defaultVerifier.verify(scopesAsList).scopes()).containsExactlyInAnyOrder("a", "b");
        assertThat(roleVerifier.verify(scopesAsList).scopes()).containsExactly("admin");
        assertThat(roleVerifier.verify(scopesAsString).scopes()).isEmpty();
    }

    @Test
    void clock_skew_is_tolerated_but_not_after_expiry() {
        JwtVerifier defaultVerifier =
                ProtectedTestServer.newJwtVerifierBuilder().build();
        JwtVerifier graceVerifier = ProtectedTestServer.newJwtVerifierBuilder()
                .expiryGrace(Duration.ofSeconds(30))
                .build();
        JwtVerifier strictVerifier = ProtectedTestServer.newJwtVerifierBuilder()
                .clockSkew(Duration.ZERO)
                .build();
        String futureToken = issuer.issueToken(claims -> {
            claims.put("iat", now + 20);
            claims.put("nbf", now + 20);
        });
        String expiredToken = issuer.issueToken(claims -> claims.put("exp", now - 5));

        defaultVerifier.verify(futureToken);
        graceVerifier.verify(expiredToken);
        assertThatThrownBy(() -> strictVerifier.verify(futureToken)).hasMessageContaining("not valid before");
        assertThatThrownBy(() -> defaultVerifier.verify(expiredToken)).hasMessageContaining("expired");
    }

    @Test
    void a_named_second_audience_is_tolerated() {
        String tokenForBoth = issuer.issueToken(
                claims -> claims.put("aud", List.of(Issuer.RESOURCE, "https://login.example.com/userinfo")));
        String tokenForOther = issuer.issueToken(claims -> claims.put("aud", "https://login.example.com/userinfo"));
        JwtVerifier tolerantVerifier = ProtectedTestServer.newJwtVerifierBuilder()
                .tolerateExtraAudience("https://login.example.com/userinfo")
                .build();

        tolerantVerifier.verify(tokenForBoth);
        assertThatThrownBy(() -> tolerantVerifier.verify(tokenForOther)).hasMessageContaining("aud is");
        assertThatThrownBy(() ->
                        ProtectedTestServer.newJwtVerifierBuilder().build().verify(tokenForBoth))
                .hasMessageContaining("aud is");
    }

    @Test
    void other_types_are_rejected_if_the_access_token_type_is_required() {
        JwtVerifier strictVerifier = ProtectedTestServer.newJwtVerifierBuilder()
                .requireAccessTokenType()
                .build();

        strictVerifier.verify(issuer.issueToken("mcp"));
        for (String type : new String[] {"JWT", null}) {
            String token = Issuer.sign(Issuer.rsaKey(), JWSAlgorithm.RS256, type, issuer.claims());
            assertThatThrownBy(() -> strictVerifier.verify(token)).hasMessageContaining("typ");
        }
    }

    @Test
    void algorithms_can_be_restricted() {
        JwtVerifier ecVerifier =
                ProtectedTestServer.newJwtVerifierBuilder().algorithms("ES256").build();

        ecVerifier.verify(Issuer.sign(Issuer.ecKey(), JWSAlgorithm.ES256, "JWT", issuer.claims()));
        assertThatThrownBy(() -> ecVerifier.verify(issuer.issueToken("mcp"))).hasMessageContaining("not allowed");
    }
}
