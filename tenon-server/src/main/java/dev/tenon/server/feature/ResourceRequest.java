package dev.tenon.server.feature;

import java.util.Map;

/**
 * A resource that is being read.
 *
 * @param uri the uri as the client gave it
 * @param variables what the template's expressions matched, decoded; empty for a resource without a template
 */
public record ResourceRequest(String uri, Map<String, String> variables) {
    public ResourceRequest {
        variables = Map.copyOf(variables);
    }

    /**
     * The value of a variable of the template.
     *
     * @throws IllegalArgumentException when the template has no such variable
     */
    public String variable(String name) {
        String value = variables.get(name);
        if (value == null) {
            throw new IllegalArgumentException("The template has no variable " + name);
        }
        return value;
    }
}
