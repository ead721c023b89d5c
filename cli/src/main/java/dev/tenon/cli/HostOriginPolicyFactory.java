package dev.tenon.cli;

import dev.tenon.http.HostOriginPolicy;
import dev.tenon.uri.HttpUrls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Determines which {@code Host} headers and origins a listener accepts. */
final class HostOriginPolicyFactory {
    private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0");

    private HostOriginPolicyFactory() {}

    /** Returns whether the host stands for all addresses of this machine. */
    static boolean isWildcard(String host) {
        return EVERYWHERE.contains(host);
    }

    /**
     * Returns the policy for a listener. It accepts the host of the listener, or for a wildcard host the name and all
     * addresses of this machine. Requests that a web page sends under another host name (DNS rebinding) are rejected.
     *
     * @param pages the origins of web pages that may send requests, besides those of the hosts
     */
    static HostOriginPolicy createHostOriginPolicy(String host, List<String> pages) {
        return HostOriginPolicy.of(isWildcard(host) ? listMachineHosts() : Set.of(toHostHeader(host)), pages);
    }

    private static Set<String> listMachineHosts() {
        Set<String> hosts = new LinkedHashSet<>();
        try {
            NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .forEach(address -> hosts.add(toHostHeader(address.getHostAddress())));
            hosts.add(InetAddress.getLocalHost().getHostName());
        } catch (IOException e) {
            // Without a host name, clients use the addresses.
        }
        return hosts;
    }

    /** Formats an address for the {@code Host} header, which has no IPv6 zone. */
    private static String toHostHeader(String host) {
        return HttpUrls.formatHost(host.replaceFirst("%.*", ""));
    }
}
