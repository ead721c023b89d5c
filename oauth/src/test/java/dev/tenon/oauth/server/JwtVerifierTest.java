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
        VerifiedToken token = ProtectedTestServer.jwts().build().verify(issuer.token(claims -> {
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
        JwtVerifier verifier = ProtectedTestServer.jwts().build();
        for (String type : new String[] {"at+jwt", "AT+JWT", "application/at+jwt", "JWT", null}) {
            verifier.verify(Issuer.sign(Issuer.rsa(), JWSAlgorithm.RS256, type, issuer.claims()));
        }
        for (JWSAlgorithm algorithm : List.of(
                JWSAlgorithm.RS256,
                JWSAlgorithm.RS384,
                JWSAlgorithm.RS512,
                JWSAlgorithm.PS256,
                JWSAlgorithm.PS384,
                JWSAlgorithm.PS512)) {
            verifier.verify(Issuer.sign(Issuer.rsa(), algorithm, "JWT", issuer.claims()));
        }
        verifier.verify(Issuer.sign(Issuer.ec(), JWSAlgorithm.ES256, "JWT", issuer.claims()));
        verifier.verify(issuer.token(claims -> claims.put("aud", List.of(Issuer.RESOURCE))));
        verifier.verify(issuer.token(claims -> claims.put("typ", "Bearer")));
        verifier.verify(issuer.token(claims -> claims.put("token_use", "access")));
    }

    @Test
    void scopes_are_read_from_the_usual_claims() {
        JwtVerifier usual = ProtectedTestServer.jwts().build();
        JwtVerifier roles = ProtectedTestServer.jwts().scopeClaims("roles").build();
        String spaced = issuer.token(claims -> {
            claims.remove("scope");
            claims.put("scp", "a b");
        });
        String listed = issuer.token(claims -> {
            claims.remove("scope");
            claims.put("scp", List.of("a", "b"));
            claims.put("roles", List.of("admin"));
        });

        assertThat(usual.verify(spaced).scopes()).containsExactlyInAnyOrder("a", "b");
        assertThat(usual.verify(listed).scopes()).containsExactlyInAnyOrder("a", "b");
        assertThat(roles.verify(listed).scopes()).containsExactly("admin");
        assertThat(roles.verify(spaced).scopes()).isEmpty();
    }

    @Test
    void clock_skew_is_tolerated_but_not_after_expiry() {
        JwtVerifier usual = ProtectedTestServer.jwts().build();
        JwtVerifier patient =
                ProtectedTestServer.jwts().expiryGrace(Duration.ofSeconds(30)).build();
        JwtVerifier strict = ProtectedTestServer.jwts().clockSkew(Duration.ZERO).build();
        String ahead = issuer.token(claims -> {
            claims.put("iat", now + 20);
            claims.put("nbf", now + 20);
        });
        String ended = issuer.token(claims -> claims.put("exp", now - 5));

        usual.verify(ahead);
        patient.verify(ended);
        assertThatThrownBy(() -> strict.verify(ahead)).hasMessageContaining("not valid before");
        assertThatThrownBy(() -> usual.verify(ended)).hasMessageContaining("expired");
    }

    @Test
    void a_named_second_audience_is_tolerated() {
        String both = issuer.token(
                claims -> claims.put("aud", List.of(Issuer.RESOURCE, "https://login.example.com/userinfo")));
        String other = issuer.token(claims -> claims.put("aud", "https://login.example.com/userinfo"));
        JwtVerifier tolerant = ProtectedTestServer.jwts()
                .tolerateExtraAudience("https://login.example.com/userinfo")
                .build();

        tolerant.verify(both);
        assertThatThrownBy(() -> tolerant.verify(other)).hasMessageContaining("aud is");
        assertThatThrownBy(() -> ProtectedTestServer.jwts().build().verify(both))
                .hasMessageContaining("aud is");
    }

    @Test
    void other_types_are_rejected_if_the_access_token_type_is_required() {
        JwtVerifier strict = ProtectedTestServer.jwts().requireAccessTokenType().build();

        strict.verify(issuer.token("mcp"));
        for (String type : new String[] {"JWT", null}) {
            String token = Issuer.sign(Issuer.rsa(), JWSAlgorithm.RS256, type, issuer.claims());
            assertThatThrownBy(() -> strict.verify(token)).hasMessageContaining("typ");
        }
    }

    @Test
    void algorithms_can_be_restricted() {
        JwtVerifier curves = ProtectedTestServer.jwts().algorithms("ES256").build();

        curves.verify(Issuer.sign(Issuer.ec(), JWSAlgorithm.ES256, "JWT", issuer.claims()));
        assertThatThrownBy(() -> curves.verify(issuer.token("mcp"))).hasMessageContaining("not allowed");
    }
}
