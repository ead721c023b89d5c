package dev.tenon.oauth.server;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Correctly signed tokens with invalid claims. */
final class BadClaims {
    private final List<BadToken> all = new ArrayList<>();
    private final Issuer issuer = new Issuer();
    private final long now = Instant.now().getEpochSecond();

    private BadClaims() {}

    static List<BadToken> all() {
        BadClaims tokens = new BadClaims();
        tokens.issuers();
        tokens.audiences();
        tokens.times();
        tokens.others();
        return tokens.all;
    }

    private void add(String what, String reason, Consumer<Map<String, Object>> change) {
        all.add(new BadToken(what, reason, issuer.token(change)));
    }

    private void with(String claim, Object value, String reason) {
        add(claim + " = " + value, reason, claims -> claims.put(claim, value));
    }

    private void without(String claim, String reason) {
        add("no " + claim, reason, claims -> claims.remove(claim));
    }

    private void issuers() {
        without("iss", "iss is missing");
        for (String other : List.of(
                "https://login.example.com/",
                "https://LOGIN.example.com",
                "https://login.example.com:443",
                "http://login.example.com",
                "https://login.example.com.evil.example",
                "https://login.example.com/tenant",
                "https://login.example.com#",
                "https://evil.example")) {
            with("iss", other, "is not configured");
        }
        with("iss", 7, "iss is not a string");
        with("iss", List.of(Issuer.NAME), "iss is not a string");
        with("iss", "", "iss is not a string");
    }

    private void audiences() {
        without("aud", "aud is missing");
        with("aud", List.of(), "aud is missing");
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
            with("aud", other, "aud is");
        }
        with("aud", List.of(Issuer.RESOURCE, "https://other.example.com/mcp"), "aud is");
        with("aud", List.of("https://other.example.com/mcp", Issuer.RESOURCE), "aud is");
        with("aud", List.of(Issuer.RESOURCE, Issuer.RESOURCE), "aud is");
        with("aud", List.of("https://other.example.com/mcp"), "aud is");
        with("aud", Arrays.asList(Issuer.RESOURCE, 1), "aud contains an element");
        with("aud", Map.of("a", Issuer.RESOURCE), "aud is not a string");
        with("aud", "", "aud is not a string");
    }

    private void times() {
        without("exp", "exp is missing");
        with("exp", now - 1, "expired at");
        with("exp", now - 86_400, "expired at");
        with("exp", 0, "expired at");
        with("exp", -1, "exp is not a date");
        with("exp", Long.MAX_VALUE, "exp is not a date");
        with("exp", 1e30, "exp is not a date");
        with("exp", String.valueOf(now + 300), "exp is not a date");
        with("exp", true, "exp is not a date");
        with("exp", List.of(now + 300), "exp is not a date");
        with("nbf", now + 90, "not valid before");
        with("nbf", "soon", "nbf is not a date");
        with("iat", now + 90, "issued in the future");
        with("iat", String.valueOf(now), "iat is not a date");
    }

    private void others() {
        for (String name : List.of("at_hash", "c_hash", "s_hash", "events")) {
            with(name, "x", "is not an access token");
        }
        for (String kind : List.of("ID", "Refresh", "Offline", "Logout")) {
            with("typ", kind, "is not an access token");
        }
        with("token_use", "id", "is not an access token");
        with("token_use", 1, "is not an access token");
        without("sub", "sub is missing");
        with("sub", 1, "sub is not a string");
        with("sub", " ", "sub is not a string");
        with("scope", 1, "scope is not a string");
        with("scope", Map.of("mcp", true), "scope is not a string");
        with("cnf", "key", "cnf binds");
        with("cnf", Map.of("x5t#S256", "AAAA"), "cnf binds");
        with("cnf", Map.of("jwk", Map.of("kty", "EC")), "cnf binds");
        with("cnf", Map.of("jkt", 1), "cnf binds");
    }
}
