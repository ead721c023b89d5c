package dev.tenon.oauth.server;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Correctly signed tokens with invalid claims. */
final class InvalidClaims {
    private final List<InvalidToken> all = new ArrayList<>();
    private final Issuer issuer = new Issuer();
    private final long now = Instant.now().getEpochSecond();

    private InvalidClaims() {}

    static List<InvalidToken> createAll() {
        InvalidClaims tokens = new InvalidClaims();
        tokens.addInvalidIssuers();
        tokens.addInvalidAudiences();
        tokens.addInvalidTimes();
        tokens.addOtherInvalidClaims();
        return tokens.all;
    }

    private void add(String description, String reason, Consumer<Map<String, Object>> customizer) {
        all.add(new InvalidToken(description, reason, issuer.issueToken(customizer)));
    }

    private void addWithClaim(String claim, Object value, String reason) {
        add(claim + " = " + value, reason, claims -> claims.put(claim, value));
    }

    private void addWithoutClaim(String claim, String reason) {
        add("no " + claim, reason, claims -> claims.remove(claim));
    }

    private void addInvalidIssuers() {
        addWithoutClaim("iss", "iss is missing");
        for (String other : List.of(
                "https://login.example.com/",
                "https://LOGIN.example.com",
                "https://login.example.com:443",
                "http://login.example.com",
                "https://login.example.com.evil.example",
                "https://login.example.com/tenant",
                "https://login.example.com#",
                "https://evil.example")) {
            addWithClaim("iss", other, "is not configured");
        }
        addWithClaim("iss", 7, "iss is not a string");
        addWithClaim("iss", List.of(Issuer.NAME), "iss is not a string");
        addWithClaim("iss", "", "iss is not a string");
    }

    private void addInvalidAudiences() {
        addWithoutClaim("aud", "aud is missing");
        addWithClaim("aud", List.of(), "aud is missing");
        for (String other : List.of(
                "https://mcp.example.com",
                "https://mcp.example.com/mcp/",
                "https://mcp.example.com/MCP",
                "https://mcp.example.com/mcp/admin",
                "https://mcp.example.com/mcp?x=1",
                "https://mcp.example.com/mcp#x",
                "https://mcp.example.com:443/mcp",
                "http://mcp.example.com/mcp",
                "https://other.example.com/mcp",
                "mcp-client",
                "*")) {
            addWithClaim("aud", other, "aud is");
        }
        addWithClaim("aud", List.of(Issuer.RESOURCE, "https://other.example.com/mcp"), "aud is");
        addWithClaim("aud", List.of("https://other.example.com/mcp", Issuer.RESOURCE), "aud is");
        addWithClaim("aud", List.of(Issuer.RESOURCE, Issuer.RESOURCE), "aud is");
        addWithClaim("aud", List.of("https://other.example.com/mcp"), "aud is");
        addWithClaim("aud", Arrays.asList(Issuer.RESOURCE, 1), "aud contains an element");
        addWithClaim("aud", Map.of("a", Issuer.RESOURCE), "aud is not a string");
        addWithClaim("aud", "", "aud is not a string");
    }

    private void addInvalidTimes() {
        addWithoutClaim("exp", "exp is missing");
        addWithClaim("exp", now - 1, "expired at");
        addWithClaim("exp", now - 86_400, "expired at");
        addWithClaim("exp", 0, "expired at");
        addWithClaim("exp", -1, "exp is not a date");
        addWithClaim("exp", Long.MAX_VALUE, "exp is not a date");
        addWithClaim("exp", 1e30, "exp is not a date");
        addWithClaim("exp", String.valueOf(now + 300), "exp is not a date");
        addWithClaim("exp", true, "exp is not a date");
        addWithClaim("exp", List.of(now + 300), "exp is not a date");
        addWithClaim("nbf", now + 90, "not valid before");
        addWithClaim("nbf", "soon", "nbf is not a date");
        addWithClaim("iat", now + 90, "issued in the future");
        addWithClaim("iat", String.valueOf(now), "iat is not a date");
    }

    private void addOtherInvalidClaims() {
        for (String name : List.of("at_hash", "c_hash", "s_hash", "events")) {
            addWithClaim(name, "x", "is not an access token");
        }
        for (String kind : List.of("ID", "Refresh", "Offline", "Logout")) {
            addWithClaim("typ", kind, "is not an access token");
        }
        addWithClaim("token_use", "id", "is not an access token");
        addWithClaim("token_use", 1, "is not an access token");
        addWithoutClaim("sub", "sub is missing");
        addWithClaim("sub", 1, "sub is not a string");
        addWithClaim("sub", " ", "sub is not a string");
        addWithClaim("scope", 1, "scope is not a string");
        addWithClaim("scope", Map.of("mcp", true), "scope is not a string");
        addWithClaim("cnf", "key", "cnf binds");
        addWithClaim("cnf", Map.of("x5t#S256", "AAAA"), "cnf binds");
        addWithClaim("cnf", Map.of("jwk", Map.of("kty", "EC")), "cnf binds");
        addWithClaim("cnf", Map.of("jkt", 1), "cnf binds");
    }
}
