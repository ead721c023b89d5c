package dev.tenon.oauth.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.coverage.support.LogCapture;
import dev.tenon.oauth.server.internal.CompactJws;
import dev.tenon.oauth.server.internal.PresentedToken;
import dev.tenon.server.McpServer;
import dev.tenon.server.call.CallContext;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.observer.NotificationInfo;
import dev.tenon.server.observer.RejectionInfo;
import dev.tenon.server.observer.RequestInfo;
import dev.tenon.server.observer.RequestOutcome;
import dev.tenon.server.observer.ServerObserver;
import java.lang.reflect.Method;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** A token is not available after its verification, so that it cannot be forwarded. */
@Isolated("it reads the log of all tests")
class SecrecyTest {
    private final Issuer issuer = new Issuer();
    private final List<String> seen = new CopyOnWriteArrayList<>();

    private String look(CallContext call) {
        CallerPrincipal principal = call.principal().orElseThrow();
        seen.add(principal.name() + principal.claims() + principal.scopes() + principal.expiresAt() + principal);
        for (Method method : CallContext.class.getMethods()) {
            if (method.getParameterCount() == 0) {
                try {
                    Object value = method.invoke(call);
                    seen.add(String.valueOf(value instanceof Optional<?> optional ? optional.orElse(null) : value));
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        return "seen";
    }

    private final class Watcher implements ServerObserver {
        @Override
        public void onRequestStarted(RequestInfo call) {
            seen.add(call.toString());
        }

        @Override
        public void onRequestCompleted(RequestInfo call, RequestOutcome outcome) {
            seen.add(call + " " + outcome);
        }

        @Override
        public void onNotification(NotificationInfo notification) {
            seen.add(notification.toString());
        }

        @Override
        public void onRejection(RejectionInfo refusal) {
            seen.add(refusal.toString());
        }
    }

    @Test
    @Covers({"core/auth-server/no-passthrough", "core/auth-server/no-transit", "core/auth-server/secure-token-storage"})
    void handlers_observers_logs_and_responses_do_not_contain_the_token() throws Exception {
        String good = issuer.token("mcp");
        String bound = issuer.bound("mcp");
        String proof = Proof.of(bound);
        String expired = issuer.token(claims -> claims.put("exp", 1));
        try (LogCapture log = new LogCapture();
                ProtectedTestServer site = ProtectedTestServer.open(
                        McpServer.builder("secret", "1")
                                .observer(new Watcher())
                                .tool("look")
                                .handler((arguments, call) -> look(call))
                                .tool("write")
                                .scopes("write")
                                .handler((arguments, call) -> "never")
                                .tool("fail")
                                .handler((arguments, call) -> {
                                    throw new IllegalStateException(
                                            "failed for " + call.principal().orElseThrow());
                                }),
                        ProtectedTestServer.resource().build(),
                        http -> http)) {
            String session = RequestSender.session(site.uri(), good);
            List<HttpRequest.Builder> visits = List.of(
                    RequestSender.tool(site.uri(), "look").header("Authorization", "Bearer " + good),
                    RequestSender.tool(site.uri(), "write").header("Authorization", "Bearer " + good),
                    RequestSender.tool(site.uri(), "fail").header("Authorization", "Bearer " + good),
                    RequestSender.tool(site.uri(), "look").header("Authorization", "Bearer " + expired),
                    RequestSender.tool(site.uri(), "look").header("Authorization", "Bearer " + good + " " + good),
                    RequestSender.tool(site.uri(), "look")
                            .header("Authorization", "DPoP " + bound)
                            .header("DPoP", proof),
                    RequestSender.tool(site.uri(), "look")
                            .header("Authorization", "DPoP " + bound)
                            .header("DPoP", proof),
                    RequestSender.in(site.uri(), session, RequestSender.legacy(1, "ping", ""))
                            .header("Authorization", "Bearer " + good));
            for (HttpRequest.Builder visit : visits) {
                HttpResponse<String> answer = RequestSender.send(visit);
                seen.add(answer.headers().map() + answer.body());
            }
            seen.add(log.capturedText());
            seen.add(site.server().status().toString());
        }

        assertThat(seen).hasSizeGreaterThan(30);
        for (String secret : List.of(good, bound, proof, expired)) {
            String signature = secret.substring(secret.lastIndexOf('.') + 1);
            assertThat(seen).noneMatch(text -> text.contains(secret) || text.contains(signature));
        }
    }

    @Test
    void public_objects_do_not_print_tokens_or_secrets() {
        String token = issuer.token("mcp");
        CompactJws jws = CompactJws.parse(token);
        IntrospectionVerifierBuilder introspection = IntrospectionVerifier.forIssuer(Issuer.NAME)
                .endpoint(java.net.URI.create("https://login.example.com/introspect"))
                .client("id", "very-secret")
                .audience(Issuer.RESOURCE);

        for (Object held : Arrays.asList(
                new PresentedToken(token, false),
                jws,
                introspection,
                introspection.build(),
                ProtectedTestServer.jwts(),
                ProtectedTestServer.resource().build())) {
            assertThat(held.toString()).doesNotContain(jws.signature()).doesNotContain("very-secret");
        }
    }
}
