package dev.tenon.oauth.spring;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.apache.tomcat.util.modeler.Registry;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.filter.DelegatingFilterProxy;

/**
 * Spring Authorization Server on Tomcat, on a free port of this machine. It serves discovery (RFC 8414 and OpenID), the
 * authorization code with PKCE, refreshing with rotation, client credentials, token exchange, registration,
 * introspection, revocation and DPoP. Two users can log in, {@code alice} and {@code bob}.
 */
final class SpringAuthorizationServer implements AutoCloseable {
    // Referenced, because a logger loses its level when it is garbage collected.
    private static final Logger TOMCAT = Logger.getLogger("org.apache");

    private final Tomcat tomcat = new Tomcat();

    static {
        // Several can start concurrently, and their beans would have equal names.
        Registry.disableRegistry();
    }

    private final SigningKeys keys = new SigningKeys();
    private final ClientRepository clients = new ClientRepository();
    private final RemovableAuthorizations authorizations = new RemovableAuthorizations();
    private final ECKey clientKey = generateClientKey();
    private final String issuer;

    private SpringAuthorizationServer(@Nullable SelfSignedCertificate serverCertificate)
            throws IOException, LifecycleException {
        TOMCAT.setLevel(Level.WARNING);
        Path base = Files.createTempDirectory("authorization-server");
        base.toFile().deleteOnExit();
        tomcat.setBaseDir(base.toString());
        tomcat.setConnector(connector(serverCertificate));
        Context context = tomcat.addContext("", null);
        // These look into the JDK, which does not allow it, and warn about that.
        ((StandardContext) context).setClearReferencesRmiTargets(false);
        ((StandardContext) context).setClearReferencesThreadLocals(false);
        Tomcat.addServlet(context, "nothing", "org.apache.catalina.servlets.DefaultServlet");
        context.addServletMappingDecoded("/", "nothing");
        tomcat.init(); // binds the port, which the issuer names
        issuer = (serverCertificate == null ? "http" : "https") + "://127.0.0.1:"
                + tomcat.getConnector().getLocalPort();
        addSpring(context);
        tomcat.start();
    }

    static SpringAuthorizationServer http() throws IOException, LifecycleException {
        return new SpringAuthorizationServer(null);
    }

    static SpringAuthorizationServer https(SelfSignedCertificate serverCertificate)
            throws IOException, LifecycleException {
        return new SpringAuthorizationServer(serverCertificate);
    }

    String issuer() {
        return issuer;
    }

    /** Returns the issuer identifier with a path of the same authorization server. */
    String issuer(String path) {
        return issuer + path;
    }

    SigningKeys keys() {
        return keys;
    }

    ClientRepository clients() {
        return clients;
    }

    RemovableAuthorizations authorizations() {
        return authorizations;
    }

    /** The private key of {@link ClientRepository#SERVICE_WITH_KEY}. */
    ECKey privateKey() {
        return clientKey;
    }

    private void addSpring(Context context) {
        AnnotationConfigWebApplicationContext spring = new AnnotationConfigWebApplicationContext();
        spring.register(AuthorizationServerConfiguration.class);
        spring.addBeanFactoryPostProcessor(factory -> {
            factory.registerSingleton(
                    "settings",
                    AuthorizationServerSettings.builder()
                            .multipleIssuersAllowed(true)
                            .build());
            factory.registerSingleton("keys", keys);
            factory.registerSingleton("clients", clients);
            factory.registerSingleton("authorizations", authorizations);
            factory.registerSingleton("clientKeys", new JWKSet(clientKey.toPublicJWK()));
        });
        context.addServletContainerInitializer(
                (classes, servletContext) -> {
                    spring.setServletContext(servletContext);
                    spring.refresh();
                },
                null);
        FilterDef filter = new FilterDef();
        filter.setFilterName("spring");
        filter.setFilter(new DelegatingFilterProxy("springSecurityFilterChain", spring));
        context.addFilterDef(filter);
        FilterMap filterMap = new FilterMap();
        filterMap.setFilterName("spring");
        filterMap.addURLPatternDecoded("/*");
        context.addFilterMap(filterMap);
    }

    private static Connector connector(@Nullable SelfSignedCertificate serverCertificate) {
        Connector connector = new Connector("HTTP/1.1");
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        if (serverCertificate != null) {
            connector.setScheme("https");
            connector.setSecure(true);
            connector.setProperty("SSLEnabled", "true");
            SSLHostConfig tls = new SSLHostConfig();
            SSLHostConfigCertificate certificate =
                    new SSLHostConfigCertificate(tls, SSLHostConfigCertificate.Type.UNDEFINED);
            certificate.setCertificateKeystoreFile(serverCertificate.keyStore.toString());
            certificate.setCertificateKeystorePassword(SelfSignedCertificate.PASSWORD);
            tls.addCertificate(certificate);
            connector.addSslHostConfig(tls);
        }
        return connector;
    }

    private static ECKey generateClientKey() {
        try {
            return new ECKeyGenerator(Curve.P_256).keyID("of-a-client").generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws LifecycleException {
        tomcat.stop();
        tomcat.destroy();
    }
}
