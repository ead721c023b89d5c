package dev.tenon.oauth.spring;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import java.util.List;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.password.DelegatingPasswordEncoder;
import org.springframework.security.crypto.password.NoOpPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;
import org.springframework.security.oauth2.server.authorization.authentication.JwtClientAssertionAuthenticationProvider;
import org.springframework.security.oauth2.server.authorization.authentication.JwtClientAssertionDecoderFactory;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientRegistrationAuthenticationProvider;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientRegistrationAuthenticationValidator;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenClaimsContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** Spring's authorization server with the additions for MCP: {@code resource}, {@code iss}, open registration. */
@Configuration(proxyBeanMethods = false)
@EnableWebSecurity
class AuthorizationServerConfiguration {
    @Bean
    SecurityFilterChain securityFilterChain(HttpSecurity http, JWKSet clientKeys) {
        return http.oauth2AuthorizationServer(server -> server.oidc(oidc ->
                                oidc.providerConfigurationEndpoint(endpoint -> endpoint.providerConfigurationCustomizer(
                                        metadata -> metadata.claim(IssuerResponseHandler.SUPPORTED, true))))
                        .authorizationServerMetadataEndpoint(endpoint -> endpoint.authorizationServerMetadataCustomizer(
                                metadata -> metadata.claim(IssuerResponseHandler.SUPPORTED, true)
                                        .scopes(scopes -> scopes.addAll(ClientRepository.SCOPES))
                                        .tokenEndpointAuthenticationMethod("none")))
                        .authorizationEndpoint(
                                endpoint -> endpoint.authorizationResponseHandler(IssuerResponseHandler::sendCode)
                                        .errorResponseHandler(IssuerResponseHandler::sendError))
                        .clientRegistrationEndpoint(endpoint -> endpoint.openRegistrationAllowed(true)
                                .authenticationProviders(AuthorizationServerConfiguration::allowScopes))
                        .clientAuthentication(client ->
                                client.authenticationProviders(providers -> trustKeys(providers, clientKeys))))
                .authorizeHttpRequests(requests -> requests.requestMatchers("/oauth2/register", "/*/oauth2/register")
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .formLogin(Customizer.withDefaults())
                .build();
    }

    /** Allows scopes in registrations, which are rejected by default. */
    private static void allowScopes(List<AuthenticationProvider> providers) {
        providers.stream()
                .filter(OAuth2ClientRegistrationAuthenticationProvider.class::isInstance)
                .map(OAuth2ClientRegistrationAuthenticationProvider.class::cast)
                .forEach(provider -> provider.setAuthenticationValidator(
                        OAuth2ClientRegistrationAuthenticationValidator.DEFAULT_REDIRECT_URI_VALIDATOR.andThen(
                                OAuth2ClientRegistrationAuthenticationValidator.SIMPLE_SCOPE_VALIDATOR)));
    }

    /** Uses configured client keys instead of fetching them from client URLs, which is the default. */
    private static void trustKeys(List<AuthenticationProvider> providers, JWKSet keys) {
        providers.stream()
                .filter(JwtClientAssertionAuthenticationProvider.class::isInstance)
                .map(JwtClientAssertionAuthenticationProvider.class::cast)
                .forEach(provider -> provider.setJwtDecoderFactory(client -> {
                    NimbusJwtDecoder decoder = NimbusJwtDecoder.withJwkSource(new ImmutableJWKSet<>(keys))
                            .jwsAlgorithm(SignatureAlgorithm.ES256)
                            .build();
                    decoder.setJwtValidator(
                            JwtClientAssertionDecoderFactory.DEFAULT_JWT_VALIDATOR_FACTORY.apply(client));
                    return decoder;
                }));
    }

    @Bean
    OAuth2TokenCustomizer<JwtEncodingContext> jwtCustomizer(SigningKeys keys) {
        return context -> {
            context.getJwsHeader().keyId(keys.currentKeyId());
            List<String> audience = ResourceAudience.of(context);
            if (context.getTokenType().getValue().equals("access_token") && !audience.isEmpty()) {
                context.getClaims().audience(audience);
            }
        };
    }

    @Bean
    OAuth2TokenCustomizer<OAuth2TokenClaimsContext> opaqueTokenCustomizer() {
        return context -> {
            List<String> audience = ResourceAudience.of(context);
            if (!audience.isEmpty()) {
                context.getClaims().audience(audience);
            }
        };
    }

    @Bean
    UserDetailsService userDetailsService() {
        return new InMemoryUserDetailsManager(List.of(createUser("alice"), createUser("bob")));
    }

    private static UserDetails createUser(String name) {
        return User.withUsername(name)
                .password("{noop}" + BrowserUser.passwordOf(name))
                .roles("USER")
                .build();
    }

    /** A plain encoder, because a secure one takes a tenth of a second for each call. */
    @Bean
    @SuppressWarnings("deprecation")
    PasswordEncoder passwordEncoder() {
        return new DelegatingPasswordEncoder("noop", Map.of("noop", NoOpPasswordEncoder.getInstance()));
    }

    @Bean
    JwtEncoder jwtEncoder(JWKSource<SecurityContext> keys) {
        return new NimbusJwtEncoder(keys);
    }

    @Bean
    JwtDecoder jwtDecoder(JWKSource<SecurityContext> keys) {
        return NimbusJwtDecoder.withJwkSource(keys).build();
    }
}
