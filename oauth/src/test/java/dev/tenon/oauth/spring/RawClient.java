package dev.tenon.oauth.spring;

import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Calls an authorization server without the code under test. */
final class RawClient {
    static final String CALLBACK = "http://127.0.0.1:9/callback";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final String issuer;
    private final @Nullable SSLContext tls;
    private final HttpClient http;

    RawClient(String issuer, @Nullable SSLContext tls) {
        this.issuer = issuer;
        this.tls = tls;
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(PATIENCE);
        http = tls == null ? builder.build() : builder.sslContext(tls).build();
    }

    /** A response: the status, and the JSON body if there is one. */
    record Answer(int status, Map<String, Object> json) {
        String text(String member) {
            return String.valueOf(json.get(member));
        }
    }

    Answer get(String path) throws IOException, InterruptedException {
        return answer(request(path).GET());
    }

    Answer post(String path, String type, String body) throws IOException, InterruptedException {
        return answer(request(path).header("Content-Type", type).POST(BodyPublishers.ofString(body)));
    }

    /** Sends a form, from a client with a secret or one with its ID in the form. */
    Answer form(String path, @Nullable String client, Map<String, String> fields, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(encoded(fields)));
        if (client != null) {
            request.header(
                    "Authorization",
                    "Basic "
                            + Base64.getEncoder()
                                    .encodeToString((client + ":" + Clients.SECRET).getBytes(StandardCharsets.UTF_8)));
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        return answer(request);
    }

    /** Logs in and exchanges the code for tokens. */
    Answer logIn(String person, String client, String scope, String resource) throws IOException, InterruptedException {
        CodeVerifier verifier = new CodeVerifier();
        Map<String, String> request = authorization(client, scope, resource);
        request.put(
                "code_challenge",
                CodeChallenge.compute(CodeChallengeMethod.S256, verifier).getValue());
        request.put("code_challenge_method", "S256");
        Map<String, String> granted = authorize(person, request);
        Map<String, String> exchange = new HashMap<>(Map.of(
                "grant_type",
                "authorization_code",
                "code",
                granted.get("code"),
                "redirect_uri",
                CALLBACK,
                "resource",
                resource,
                "code_verifier",
                verifier.getValue()));
        boolean secret = !client.equals(Clients.PUBLIC);
        if (!secret) {
            exchange.put("client_id", client);
        }
        return form("/oauth2/token", secret ? client : null, exchange);
    }

    static Map<String, String> authorization(String client, String scope, String resource) {
        return new LinkedHashMap<>(Map.of(
                "response_type", "code",
                "client_id", client,
                "redirect_uri", CALLBACK,
                "scope", scope,
                "resource", resource,
                "state", "a state+with/signs"));
    }

    /** Returns the parameters of the redirect. */
    Map<String, String> authorize(String person, Map<String, String> request) throws IOException, InterruptedException {
        URI end = new BrowserUser(person, tls).authorize(URI.create(issuer + "/oauth2/authorize?" + encoded(request)));
        return Arrays.stream(end.getRawQuery().split("&"))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
    }

    /** Returns the claims of a JWT without verifying its signature. */
    static Map<String, Object> claims(String jwt) {
        return json(new Base64URL(jwt.split("\\.")[1]).decodeToString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(issuer + path)).timeout(PATIENCE);
    }

    private Answer answer(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
        boolean isJson = response.body().startsWith("{");
        return new Answer(response.statusCode(), isJson ? json(response.body()) : Map.of());
    }

    private static Map<String, Object> json(String text) {
        try {
            return JSONObjectUtils.parse(text);
        } catch (ParseException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String encoded(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(f -> f.getKey() + "=" + URLEncoder.encode(f.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }
}
