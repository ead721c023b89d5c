package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.model.CallToolResult;
import dev.tenon.model.TextContent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A call needs no additional thread of the common pool, whose only thread may be the caller's. */
@Isolated("it takes all threads of the common pool")
class CommonPoolTest {
    private static final CallOptions SHORT_TIMEOUT = CallOptions.DEFAULT.withTimeout(Duration.ofSeconds(10));

    private static String run(TestTransport.Endpoint endpoint) {
        try (McpClient client = McpClient.builder("test", "1").connect(endpoint.target())) {
            CallToolResult result = client.callTool("run", Map.of(), SHORT_TIMEOUT);
            return ((TextContent) result.content().get(0)).text();
        }
    }

    @ParameterizedTest
    @EnumSource
    void threads_of_the_common_pool_connect_and_call_concurrently(TestTransport transport) throws Exception {
        int threads = Math.max(1, ForkJoinPool.getCommonPoolParallelism());
        List<ForkJoinTask<String>> calls = new ArrayList<>();
        try (TestServer server = new TestServer()) {
            List<TestTransport.Endpoint> endpoints = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                TestTransport.Endpoint endpoint = transport.serve(server.server);
                endpoints.add(endpoint);
                calls.add(ForkJoinPool.commonPool().submit(() -> run(endpoint)));
            }
            for (ForkJoinTask<String> call : calls) {
                assertThat(call.get(20, TimeUnit.SECONDS)).startsWith("run ");
            }
            endpoints.forEach(TestTransport.Endpoint::close);
        }
    }
}
