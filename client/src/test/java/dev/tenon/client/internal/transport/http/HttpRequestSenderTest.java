package dev.tenon.client.internal.transport.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.CredentialsProvider;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.internal.FakeHttpClient;
import dev.tenon.client.internal.FakeHttpClient.FakeCall;
import dev.tenon.client.internal.ManualExecutor;
import dev.tenon.client.internal.ManualTimer;
import dev.tenon.http.HttpResponseHandler.BodyListener;
import dev.tenon.internal.concurrent.RuntimeScheduler;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Redirects and rejections of one request: what is sent next, and how the exchange ends. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
class HttpRequestSenderTest {
    private static final URI ADDRESS = URI.create("http://127.0.0.1:1/mcp");

    private final FakeHttpClient http = new FakeHttpClient();
    private final ManualExecutor executor = new ManualExecutor();
    private final AbortHandle handle = new AbortHandle(new RuntimeScheduler(new ManualTimer()));
    private final FakeCredentials credentials = new FakeCredentials();
    private final List<TargetHttpClient> clients = new ArrayList<>();
    private final List<String> outcomes = new ArrayList<>();

    @BeforeEach
    void install() {
        http.install();
        executor.runInline();
    }

    @AfterEach
    void close() {
        clients.forEach(TargetHttpClient::close);
        FakeHttpClient.uninstall();
    }

    private HttpRequestSender sender(@Nullable CredentialsProvider provider) {
        HttpTarget target = ServerTarget.http(ADDRESS).withCredentials(provider);
        TargetHttpClient client = new TargetHttpClient(target, ClientLimits.DEFAULT, executor);
        clients.add(client);
        client.prefetchAddress();
        return new HttpRequestSender(target, client, executor);
    }

    private void send(@Nullable CredentialsProvider provider) {
        TargetRequest request = TargetRequest.post(TargetRequest.MESSAGE_HEADERS, "{}".getBytes(UTF_8), false);
        sender(provider).send(request, handle, new RecordingResponseReceiver());
    }

    private static FakeCall redirect(FakeCall call, String location) {
        return call.respondHead(307, "Location", location);
    }

    @Test
    void a_redirect_is_followed_when_its_body_has_ended() {
        send(null);
        FakeCall redirect = redirect(http.last(), "/other").respondData("moved");
        assertThat(http.calls).hasSize(1);
        redirect.respondEnd();
        assertThat(http.last().request.uri()).hasPath("/other");
        http.last().respond(200, "text/plain", "here");
        assertThat(outcomes).containsExactly("200 here");
    }

    @Test
    void three_redirects_are_followed_and_the_fourth_is_not() {
        send(null);
        for (int i = 0; i < 3; i++) {
            redirect(http.last(), "/" + i).respondEnd();
        }
        FakeCall fourth = redirect(http.last(), "/3");
        assertThat(fourth.isAborted()).isTrue();
        assertThat(http.calls).hasSize(4);
        assertThat(outcomes).singleElement().asString().contains("there were 3 redirects before it");
    }

    @Test
    void a_redirect_after_the_abort_is_not_followed() {
        send(null);
        FakeCall redirect = redirect(http.last(), "/other");
        handle.abort();
        assertThat(redirect.isAborted()).isTrue();
        assertThat(http.calls).hasSize(1);
    }

    @Test
    void an_abort_reaches_the_request_that_follows_a_redirect_that_arrived_while_the_first_was_sent() {
        http.sendHook = call -> {
            http.sendHook = later -> {};
            redirect(call, "/other").respondEnd();
        };
        send(null);
        assertThat(http.calls).hasSize(2);
        handle.abort();
        assertThat(http.calls.get(1).isAborted()).isTrue();
    }

    @Test
    void a_rejected_request_is_sent_again_with_renewed_credentials() {
        send(credentials);
        assertThat(http.last().request.headers()).containsEntry("Authorization", "token 0");
        http.last().respond(401, "text/plain", "no");
        assertThat(http.last().request.headers()).containsEntry("Authorization", "token 1");
        http.last().respond(200, "text/plain", "yes");
        assertThat(outcomes).containsExactly("200 yes");
    }

    @Test
    void the_fourth_rejection_is_the_response() {
        send(credentials);
        for (int i = 0; i < 4; i++) {
            http.last().respond(401, "text/plain", "no");
        }
        assertThat(http.calls).hasSize(4);
        assertThat(outcomes).containsExactly("401 no");
    }

    @Test
    void a_rejection_without_other_credentials_is_the_response_with_its_whole_body() {
        credentials.renewable = false;
        send(credentials);
        http.last().respondHead(403).respondData("forb").respondData("idden").respondEnd();
        assertThat(outcomes).containsExactly("403 forbidden");
        assertThat(http.calls).hasSize(1);
    }

    @Test
    void credentials_that_cannot_be_renewed_fail_the_request() {
        credentials.failure = new IllegalStateException("no browser");
        send(credentials);
        http.last().respond(401, "text/plain", "no");
        assertThat(outcomes).singleElement().asString().contains("Obtaining credentials", "no browser");
    }

    @Test
    void a_request_waits_on_the_executor_for_credentials_that_are_not_available() {
        HttpRequestSender sender = sender(credentials);
        credentials.available = false;
        executor.runManually();
        sender.send(TargetRequest.get(Map.of()), handle, new RecordingResponseReceiver());
        assertThat(http.calls).isEmpty();
        handle.abort();
        executor.runAll();
        assertThat(http.calls).as("aborted meanwhile").isEmpty();
        assertThat(outcomes).isEmpty();
    }

    @Test
    void an_executor_that_rejects_the_wait_for_credentials_fails_the_request() {
        HttpRequestSender sender = sender(credentials);
        credentials.available = false;
        executor.shutdown();
        sender.send(TargetRequest.get(Map.of()), handle, new RecordingResponseReceiver());
        assertThat(outcomes).singleElement().asString().contains("is closed");
    }

    @Test
    void a_response_with_a_coding_that_was_not_requested_is_rejected_and_aborted() {
        send(null);
        FakeCall call = http.last().respondHead(200, "Content-Encoding", "identity, gzip");
        assertThat(call.isAborted()).isTrue();
        assertThat(outcomes).singleElement().asString().contains(InvalidResponseException.class.getSimpleName());
    }

    @Test
    void a_buffered_request_that_is_aborted_fails_with_the_given_message() {
        CompletableFuture<?> result =
                sender(null).sendAsyncAndBuffer(TargetRequest.get(Map.of()), ADDRESS, handle, "too late");
        handle.abort();
        assertThat(result).isCompletedExceptionally();
        assertThatThrownBy(result::join)
                .cause()
                .isInstanceOf(ConnectionFailedException.class)
                .hasMessage("too late");
    }

    @Test
    void a_request_without_a_response_fails_with_the_name_of_the_server() {
        send(null);
        http.last().fail(new IOException("reset"));
        assertThat(outcomes).singleElement().asString().contains("http://127.0.0.1:1/mcp broke: reset");
    }

    /** Credentials that count how often they were renewed. */
    private static final class FakeCredentials implements CredentialsProvider {
        private boolean available = true;
        private boolean renewable = true;
        private @Nullable RuntimeException failure;
        private int renewals;

        @Override
        public Map<String, String> headers(String method, URI uri) {
            return Map.of("Authorization", "token " + renewals);
        }

        @Override
        public @Nullable Map<String, String> headersIfAvailable(String method, URI uri) {
            return available ? headers(method, uri) : null;
        }

        @Override
        public boolean renew(UnauthorizedResponse response) {
            if (failure != null) {
                throw failure;
            }
            renewals++;
            return renewable;
        }
    }

    /** Records the status and the body, or the failure. */
    private final class RecordingResponseReceiver implements HttpResponseReceiver {
        @Override
        public BodyListener onHead(HttpResponseHead response) {
            return BodyCollector.collectPrefix(
                    response, executor, body -> outcomes.add(response.status() + " " + new String(body, UTF_8)));
        }

        @Override
        public void onFailure(McpClientException failure) {
            outcomes.add(failure.toString());
        }
    }
}
