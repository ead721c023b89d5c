package dev.tenon.oauth.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.oauth.client.internal.discovery.AuthenticationChallenge;
import java.net.URI;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Resource identifiers and challenges. */
class ResourcesTest {
    @ParameterizedTest
    @CsvSource({
        "https://mcp.example.com/mcp, https://mcp.example.com/mcp",
        "HTTPS://MCP.Example.COM/MCP, https://mcp.example.com/MCP",
        "https://mcp.example.com/, https://mcp.example.com",
        "https://mcp.example.com, https://mcp.example.com",
        "https://mcp.example.com:443/a, https://mcp.example.com/a",
        "https://mcp.example.com:8443, https://mcp.example.com:8443",
        "https://mcp.example.com/a#b, https://mcp.example.com/a",
        "https://mcp.example.com/a/?b=c, https://mcp.example.com/a/?b=c",
        "wss://mcp.example.com/ws, https://mcp.example.com/ws"
    })
    @Covers({"core/auth-client/resource-canonical", "core/auth-client/resource-specific"})
    void a_server_url_has_a_canonical_form(String server, String canonical) {
        assertThat(ResourceIdentifiers.canonical(URI.create(server))).hasToString(canonical);
    }

    @ParameterizedTest
    @CsvSource({
        "https://a.example/mcp, true",
        "https://A.example:443/mcp, true",
        "https://a.example, true",
        "https://a.example/, true",
        "https://a.example/mc, false",
        "https://a.example/mcp/, true",
        "https://a.example/mcp/x, false",
        "https://a.example/mcp?x=y, false",
        "https://a.example/mcp#x, false",
        "https://b.example/mcp, false",
        "http://a.example/mcp, false",
        "https://a.example:444/mcp, false",
        "/mcp, false",
        "https://a.example/../mcp, false"
    })
    void a_resource_covers_the_server_or_contains_it(String resource, boolean covers) {
        assertThat(ResourceIdentifiers.covers(URI.create(resource), URI.create("https://a.example/mcp")))
                .isEqualTo(covers);
    }

    @Test
    @Covers("core/auth-client/parse-www-authenticate")
    void challenges_are_parsed() {
        AuthenticationChallenge challenge = AuthenticationChallenge.parseOAuthChallenge(List.of(
                "Digest realm=\"a\\\"b, Bearer scope=\\\"x\\\"\", nonce=\"n\"",
                "Bearer error=\"invalid_token\",  SCOPE = \"a  b\" ,resource_metadata=https://a.example/m"));
        assertThat(challenge.scopes()).isEqualTo(Set.of("a", "b"));
        assertThat(challenge.resourceMetadata()).isEqualTo("https://a.example/m");
        assertThat(challenge.error()).isEqualTo("invalid_token");
        assertThat(AuthenticationChallenge.parseOAuthChallenge(List.of("Bearer"))
                        .scopes())
                .isNull();
        assertThat(AuthenticationChallenge.parseOAuthChallenge(List.of("Bearer, DPoP algs=\"ES256\", scope=\"a\""))
                        .isDpop())
                .isTrue();
        assertThat(AuthenticationChallenge.parseOAuthChallenge(List.of("Basic realm=\"a\"")))
                .isEqualTo(AuthenticationChallenge.NONE);
        assertThat(AuthenticationChallenge.parseOAuthChallenge(List.of("Bearer scope=\" \""))
                        .scopes())
                .isNull();
    }

    @Test
    void malformed_challenges_do_not_throw() {
        java.util.Random random = new java.util.Random(7);
        String letters = "Bearer scope=\"a\\,; \t=\"\"\u0000\u00e9";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(40); length > 0; length--) {
                text.append(letters.charAt(random.nextInt(letters.length())));
            }
            assertThat(AuthenticationChallenge.parseOAuthChallenge(List.of(text.toString(), "Bearer")))
                    .isNotNull();
        }
    }
}
