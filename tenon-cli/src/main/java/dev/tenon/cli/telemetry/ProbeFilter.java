package dev.tenon.cli.telemetry;

import com.sun.net.httpserver.HttpExchange;
import dev.tenon.http.OriginPolicy;
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
 * Tells probes and scrapers from browsers: a web page can make a browser on this machine send requests, by a name of
 * its own that leads here (DNS rebinding). Requests pass that come by a loopback name, by the very address that they
 * arrived at, by the configured address, by the name of this machine or by another configured name, and have no {@code
 * Origin}.
 */
record ProbeFilter(OriginPolicy allowedHosts) {
    /** What the others are told. */
    static final String ADVICE =
            "Not allowed: a request from a web page (Origin), or by a Host that is neither an address of this"
                    + " machine nor a name in telemetry.hosts\n";

    private static final Logger LOG = LoggerFactory.getLogger(ProbeFilter.class);
    private static final Pattern LITERAL = Pattern.compile("([0-9.]+|\\[[0-9A-Fa-f:.]+])(?::[0-9]{1,5})?");
    private static final String WITHOUT_HOST = "HTTP/1.0";

    /**
     * Those that may ask a listener.
     *
     * @param listening the host that is listened on
     * @param hosts more names of this machine
     * @throws IllegalArgumentException when one is not a host
     */
    static ProbeFilter of(String listening, List<String> hosts) {
        List<String> all = new ArrayList<>(hosts);
        all.add(HttpUrls.formatHost(listening));
        try {
            all.add(InetAddress.getLocalHost().getHostName());
        } catch (UnknownHostException e) {
            LOG.debug("This machine does not know its name", e);
        }
        return new ProbeFilter(OriginPolicy.of(all, Set.of()));
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
                || isLocalAddress(host, request.getLocalAddress().getAddress());
    }

    private static boolean isLocalAddress(String host, InetAddress arrived) {
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
