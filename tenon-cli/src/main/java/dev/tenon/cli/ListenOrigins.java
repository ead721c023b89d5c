package dev.tenon.cli;

import dev.tenon.http.OriginPolicy;
import dev.tenon.uri.HttpUrls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** By which names a server is called that listens on more than this machine itself. */
final class ListenOrigins {
    private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0");

    private ListenOrigins() {}

    /** Whether that stands for all addresses of this machine. */
    static boolean isWildcard(BindAddress address) {
        return EVERYWHERE.contains(address.host());
    }

    /**
     * The hosts to let in: the one that is listened on, or for all of them this machine's name and its addresses. A web
     * page that makes a browser call here by a name of its own is still refused.
     *
     * @param pages the origins of web pages that may call, beside those of the hosts
     */
    static OriginPolicy allowedOrigins(BindAddress address, List<String> pages) {
        return OriginPolicy.of(isWildcard(address) ? localHosts() : Set.of(toHostHeader(address.host())), pages);
    }

    private static Set<String> localHosts() {
        Set<String> hosts = new LinkedHashSet<>();
        try {
            NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .forEach(address -> hosts.add(toHostHeader(address.getHostAddress())));
            hosts.add(InetAddress.getLocalHost().getHostName());
        } catch (IOException e) {
            // A machine that does not know its name is called by its addresses.
            return hosts;
        }
        return hosts;
    }

    /** The zone of an IPv6 address is not a part of it there. */
    private static String toHostHeader(String host) {
        return HttpUrls.formatHost(host.replaceFirst("%.*", ""));
    }
}
