package dev.tenon.uri;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An expression in braces. */
record TemplateExpression(TemplateOperator operator, List<TemplateVariable> variables) implements TemplateComponent {
    TemplateExpression {
        variables = List.copyOf(variables);
    }

    @Override
    public void expand(Map<String, String> values, StringBuilder out) {
        String delimiter = operator.prefix();
        for (TemplateVariable variable : variables) {
            String value = values.get(variable.name());
            if (value != null) {
                out.append(delimiter);
                delimiter = String.valueOf(operator.separator());
                expand(variable, value, out);
            }
        }
    }

    private void expand(TemplateVariable variable, String value, StringBuilder out) {
        if (operator.isNamed()) {
            PercentEncoder.append(out, variable.name(), true, TemplateVariable.UNLIMITED);
            if (!value.isEmpty() || operator.isQuery()) {
                out.append('=');
            }
        }
        try {
            if (operator == TemplateOperator.PATH && variable.explode()) {
                appendSegments(value, out);
            } else {
                PercentEncoder.append(out, value, operator.allowsReserved(), variable.maxLength());
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("Value of " + variable.name() + ": " + e.getMessage(), e);
        }
    }

    private static void appendSegments(String value, StringBuilder out) {
        String delimiter = "";
        for (String segment : value.split("/", -1)) {
            out.append(delimiter);
            PercentEncoder.append(out, segment, false, TemplateVariable.UNLIMITED);
            delimiter = "/";
        }
    }

    @Override
    public List<UriPartMatcher> matchers() {
        if (operator.isNamed()) {
            return List.of(new NamedValuesMatcher(operator, variables));
        }
        List<UriPartMatcher> values = createValueMatchers();
        boolean optional = operator == TemplateOperator.FRAGMENT;
        return optional
                ? List.of(new UriPartMatcher.OptionalMatcher(new UriPartMatcher.SequenceMatcher(values)))
                : values;
    }

    private List<UriPartMatcher> createValueMatchers() {
        List<UriPartMatcher> parts = new ArrayList<>();
        String delimiter = operator.prefix();
        for (TemplateVariable variable : variables) {
            if (!delimiter.isEmpty()) {
                parts.add(TemplateLiteral.of(delimiter));
            }
            delimiter = String.valueOf(operator.separator());
            parts.add(new UnnamedValueMatcher(variable, operator));
        }
        return parts;
    }
}
