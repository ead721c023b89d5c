package dev.tenon.guard.config.internal;

import dev.tenon.guard.config.ListenConfig;
import dev.tenon.guard.config.SecretSource;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads how clients authenticate. */
record AuthorizationReader(ConfigProblems problems, Path directory) {
    ListenConfig.AuthorizationConfig read(ConfigSection section) {
        List<String> issuers = section.texts("issuers");
        if (issuers.isEmpty() && !section.hasField("apiKeys")) {
            problems.add(section.line(), "\"front.authorization\" must have \"issuers\", \"apiKeys\" or both");
        }
        for (String issuer : issuers) {
            UrlFieldReader.readUrl(problems, section.line("issuers"), "issuers", issuer);
        }
        if (section.hasField("resource")) {
            if (UrlFieldReader.readUrl(problems, section, "resource").getRawQuery() != null) {
                problems.add(
                        section.line("resource"),
                        "\"resource\" must have no query: clients ask for tokens for exactly this URL");
            }
        } else if (!issuers.isEmpty()) {
            problems.add(
                    section.line(),
                    "\"front.authorization\" lacks \"resource\": tokens of issuers are made for the URL of this guard");
        }
        if (section.texts("scopes").contains("offline_access")) {
            problems.add(
                    section.line("scopes"),
                    "\"scopes\" must not have offline_access: it grants no access to this guard");
        }
        CredentialsReader secrets = new CredentialsReader(problems, directory);
        Map<String, SecretSource> keys = new LinkedHashMap<>();
        ConfigSection sources = section.sectionOrEmpty("apiKeys");
        sources.fieldNames().forEach(name -> keys.put(name, secrets.readSecretSource(sources.sectionOrEmpty(name))));
        return new ListenConfig.AuthorizationConfig(issuers, section.text("resource"), section.texts("scopes"), keys);
    }
}
