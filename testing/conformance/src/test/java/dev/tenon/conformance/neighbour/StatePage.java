package dev.tenon.conformance.neighbour;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Serves how often a server reached each of its limits ({@code /counters}), and its memory after a garbage collection
 * ({@code /memory}), one per line.
 */
final class StatePage {
    private final Supplier<Map<String, Long>> counters;

    StatePage(Supplier<Map<String, Long>> counters) {
        this.counters = counters;
    }

    HttpServer serve() throws IOException {
        HttpServer page = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        page.createContext("/counters", exchange -> respond(exchange, counters.get()));
        page.createContext("/memory", exchange -> respond(exchange, memory()));
        page.start();
        return page;
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

    private static void respond(HttpExchange exchange, Map<String, Long> values) {
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
