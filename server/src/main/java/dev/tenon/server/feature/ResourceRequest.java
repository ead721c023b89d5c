package dev.tenon.server.feature;

import java.util.Map;

/**
 * A request to read a resource.
 *
 * @param uri the URI as the client sent it
 * @param variables the decoded values of the template variables; empty for a resource without a template
 */
public record ResourceRequest(String uri, Map<String, String> variables) {
    public ResourceRequest {
        variables = Map.copyOf(variables);
    }

    /**
     * Returns the value of a template variable.
     *
     * @throws IllegalArgumentException if the template has no such variable
     */
    public String variable(String name) {
        String value = variables.get(name);
        if (value == null) {
            throw new IllegalArgumentException("The template has no variable " + name);
        }
        return value;
    }
}
