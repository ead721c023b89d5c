package dev.tenon.cli.telemetry;

import com.sun.net.httpserver.HttpExchange;
import dev.tenon.http.HostOriginPolicy;
import dev.tenon.uri.HttpUrls;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Distinguishes probes and scrapers from browsers, because a web page can make a browser on this machine send requests
 * under a host name that resolves to it (DNS rebinding). Accepts requests without {@code Origin} whose {@code Host} is
 * a loopback name, the address at which they arrived, the configured address, the name of this machine or a configured
 * name.
 */
record OperationsRequestFilter(HostOriginPolicy allowedHosts) {
    /** The response body for rejected requests. */
    static final String ADVICE =
            "Not allowed: a request from a web page (Origin), or by a Host that is neither an address of this"
                    + " machine nor a name in telemetry.hosts\n";

    private static final Logger LOG = LoggerFactory.getLogger(OperationsRequestFilter.class);
    private static final Pattern LITERAL = Pattern.compile("([0-9.]+|\\[[0-9A-Fa-f:.]+])(?::[0-9]{1,5})?");
    private static final String WITHOUT_HOST = "HTTP/1.0";

    /**
     * Creates the filter for a listener.
     *
     * @param listenHost the host of the listener
     * @param hosts additional names of this machine
     * @throws IllegalArgumentException if one is not a valid host
     */
    static OperationsRequestFilter of(String listenHost, List<String> hosts) {
        List<String> allowed = new ArrayList<>(hosts);
        allowed.add(HttpUrls.formatHost(listenHost));
        try {
            allowed.add(InetAddress.getLocalHost().getHostName());
        } catch (UnknownHostException e) {
            LOG.debug("The host name of this machine is unknown", e);
        }
        return new OperationsRequestFilter(HostOriginPolicy.of(allowed, Set.of()));
    }

    boolean isAllowed(HttpExchange request) {
        List<String> hosts = request.getRequestHeaders().getOrDefault("Host", List.of());
        if (request.getRequestHeaders().containsKey("Origin") || hosts.size() > 1) {
            return false;
        }
        if (hosts.isEmpty()) {
            return request.getProtocol().equals(WITHOUT_HOST);
        }
        String host = hosts.get(0);
        return allowedHosts.allowsHost(host)
                || isArrivalAddress(host, request.getLocalAddress().getAddress());
    }

    private static boolean isArrivalAddress(String host, InetAddress arrived) {
        Matcher literal = LITERAL.matcher(host);
        if (!literal.matches()) {
            return false;
        }
        String address = literal.group(1);
        try {
            return address.startsWith("[")
                    ? InetAddress.getByName(address).equals(arrived)
                    : address.equals(arrived.getHostAddress());
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
