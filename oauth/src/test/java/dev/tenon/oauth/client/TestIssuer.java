package dev.tenon.oauth.client;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.tenon.oauth.client.StubHttpServer.Answer;
import dev.tenon.oauth.client.StubHttpServer.Seen;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** A small, strict authorization server that a test can make misbehave. */
final class TestIssuer implements AutoCloseable {
    static final String METADATA = "/.well-known/oauth-authorization-server";

    final StubHttpServer place = new StubHttpServer();
    final Map<String, Object> metadata = new LinkedHashMap<>();
    /** The valid access tokens with their scopes. */
    final Map<String, Set<String>> good = new ConcurrentHashMap<>();
    /** The valid refresh tokens, each of which can be used once. */
    final Map<String, Set<String>> refreshing = new ConcurrentHashMap<>();

    final AtomicInteger counter = new AtomicInteger();
    volatile UnaryOperator<Map<String, String>> answer = params -> params;
    volatile boolean givesRefresh = true;
    volatile Integer seconds = 3600;
    volatile String secret;
    private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();

    TestIssuer() throws IOException {
        String base = place.base();
        metadata.put("issuer", base);
        metadata.put("authorization_endpoint", base + "/authorize");
        metadata.put("token_endpoint", base + "/token");
        metadata.put("registration_endpoint", base + "/register");
        metadata.put("response_types_supported", List.of("code"));
        metadata.put("code_challenge_methods_supported", List.of("S256"));
        metadata.put("token_endpoint_auth_methods_supported", List.of("none"));
        place.on(METADATA, seen -> Answer.json(metadata))
                .on("/authorize", this::authorize)
                .on("/token", this::token)
                .on("/register", this::register);
    }

    String issuer() {
        return place.base();
    }

    List<Map<String, String>> authorizations() {
        return place.seen("/authorize").stream().map(Seen::query).toList();
    }

    List<Map<String, String>> tokenRequests() {
        return place.seen("/token").stream().map(Seen::form).toList();
    }

    /** Handles a request for one of its paths on behalf of a different server. */
    Answer handle(String path, Seen seen) throws Exception {
        return switch (path) {
            case "/authorize" -> authorize(seen);
            case "/token" -> token(seen);
            default -> register(seen);
        };
    }

    private Answer register(Seen seen) {
        Map<String, Object> all = new LinkedHashMap<>(seen.json().members());
        all.put("client_id", "client-" + counter.incrementAndGet());
        if (secret != null) {
            all.put("client_secret", secret);
            all.put("client_secret_expires_at", 0);
        }
        return Answer.json(201, all);
    }

    private Answer authorize(Seen seen) {
        String code = "code-" + counter.incrementAndGet();
        codes.put(code, seen.query());
        Map<String, String> params = new LinkedHashMap<>();
        params.put("code", code);
        params.put("state", seen.query().get("state"));
        if (Boolean.TRUE.equals(metadata.get("authorization_response_iss_parameter_supported"))) {
            params.put("iss", issuer());
        }
        List<String> pairs = new ArrayList<>();
        answer.apply(params).forEach((name, value) -> {
            if (value != null) {
                pairs.add(name.strip() + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8));
            }
        });
        return Answer.status(302).with("Location", seen.query().get("redirect_uri") + "?" + String.join("&", pairs));
    }

    private Answer token(Seen seen) throws Exception {
        Map<String, String> form = seen.form();
        return switch (String.valueOf(form.get("grant_type"))) {
            case "authorization_code" -> byCode(form);
            case "refresh_token" -> {
                Set<String> scopes = refreshing.remove(form.get("refresh_token"));
                yield scopes == null ? error("invalid_grant") : issue(scopes);
            }
            case "client_credentials", "urn:ietf:params:oauth:grant-type:jwt-bearer" ->
                issue(scopes(form.get("scope")));
            default -> error("unsupported_grant_type");
        };
    }

    private Answer byCode(Map<String, String> form) throws Exception {
        Map<String, String> asked = codes.remove(form.get("code"));
        byte[] hash = MessageDigest.getInstance("SHA-256")
                .digest(String.valueOf(form.get("code_verifier")).getBytes(US_ASCII));
        boolean fits = asked != null
                && "S256".equals(asked.get("code_challenge_method"))
                && Base64.getUrlEncoder().withoutPadding().encodeToString(hash).equals(asked.get("code_challenge"))
                && asked.get("redirect_uri").equals(form.get("redirect_uri"))
                && asked.get("resource").equals(form.get("resource"));
        return fits ? issue(scopes(asked.get("scope"))) : error("invalid_grant");
    }

    static Set<String> scopes(String scope) {
        return scope == null ? Set.of() : Set.of(scope.split(" "));
    }

    /** Issues tokens. */
    Answer issue(Set<String> scopes) {
        int number = counter.incrementAndGet();
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("access_token", "access-" + number);
        all.put("token_type", "Bearer");
        if (seconds != null) {
            all.put("expires_in", seconds);
        }
        good.put("access-" + number, scopes);
        if (givesRefresh) {
            all.put("refresh_token", "refresh-" + number);
            refreshing.put("refresh-" + number, scopes);
        }
        return Answer.json(all);
    }

    static Answer error(String code) {
        return Answer.json(400, Map.of("error", code, "error_description", "No, because of " + code));
    }

    @Override
    public void close() {
        place.close();
    }
}
