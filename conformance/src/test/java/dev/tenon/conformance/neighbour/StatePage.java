package dev.tenon.conformance.neighbour;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tenon.http.embedded.HttpStatus;
import dev.tenon.http.embedded.TenonHttp;
import dev.tenon.server.McpServer;
import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Serves how often a server met each of its bounds ({@code /counters}), and its memory after a collection ({@code /memory}), one per line. */
final class StatePage {
    private final McpServer server;
    private final TenonHttp http;

    StatePage(McpServer server, TenonHttp http) {
        this.server = server;
        this.http = http;
    }

    HttpServer serve() throws IOException {
        HttpServer page = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        page.createContext("/counters", exchange -> answer(exchange, counters()));
        page.createContext("/memory", exchange -> answer(exchange, memory()));
        page.start();
        return page;
    }

    private Map<String, Long> counters() {
        Map<String, Long> counters = new TreeMap<>();
        server.status().boundsMet().forEach((bound, count) -> counters.put(bound.name(), count));
        HttpStatus status = http.status();
        counters.put("pausedReads", status.pausedReads());
        counters.put("cutAnswers", status.cutAnswers());
        counters.put("refusedBodies", status.refusedBodies());
        counters.put("slowSenders", status.slowSenders());
        counters.put("slowReaders", status.slowReaders());
        counters.put("resetFloods", status.resetFloods());
        return counters;
    }

    private static Map<String, Long> memory() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        long jdkBuffers = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        Runtime runtime = Runtime.getRuntime();
        return Map.of(
                "heap",
                runtime.totalMemory() - runtime.freeMemory(),
                "direct",
                jdkBuffers + Math.max(0, PlatformDependent.usedDirectMemory()));
    }

    private static void answer(HttpExchange exchange, Map<String, Long> values) {
        byte[] bytes = values.entrySet().stream()
                .map(value -> value.getKey() + " " + value.getValue() + "\n")
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
